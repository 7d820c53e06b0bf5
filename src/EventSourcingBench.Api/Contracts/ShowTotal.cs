namespace EventSourcingBench.Api;

/// <summary>What the read model says of one show.</summary>
/// <param name="Show">Its id.</param>
/// <param name="Events">How many reservations and cancellations it had.</param>
/// <param name="Taken">How many of its seats are taken.</param>
public sealed record ShowTotal(string Show, long Events, long Taken);
