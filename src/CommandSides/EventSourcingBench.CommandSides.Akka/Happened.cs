namespace EventSourcingBench.CommandSides.Akka;

/// <summary>The event that an actor persists, with its command's id.</summary>
internal sealed record Happened(Guid Id, ReservationEvent Event);
