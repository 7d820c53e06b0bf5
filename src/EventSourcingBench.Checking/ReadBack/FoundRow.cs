namespace EventSourcingBench.Checking.ReadBack;

/// <summary>A row of a read model.</summary>
/// <param name="EventId">The event that it comes from.</param>
/// <param name="Group">What rows are summed up by.</param>
/// <param name="Amount">What is summed up.</param>
/// <param name="Document">The <see cref="Measurement.Histories.ContentHash.OfDocument"/> of its document: the data of the event.</param>
public readonly record struct FoundRow(Guid EventId, string Group, long Amount, ulong Document = 0);
