using EventSourcingBench.Domain;

namespace EventSourcingBench.CommandSides.Akka;

/// <summary>What an actor persists: the event with its command's identity.</summary>
internal sealed record Happened(Guid Id, ReservationEvent Event);
