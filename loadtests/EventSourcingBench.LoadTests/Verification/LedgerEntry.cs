namespace EventSourcingBench.LoadTests;

/// <summary>One request: 40 bytes, as millions of them are kept.</summary>
/// <param name="EventId">The id that was sent.</param>
/// <param name="Version">The version that was acknowledged; 0 where none was.</param>
/// <param name="Amount">What the event adds to its group's total (tick volume).</param>
/// <param name="Stream">The index of its stream in <see cref="Ledger.Streams"/>.</param>
/// <param name="Outcome">What the generator learned.</param>
public readonly record struct LedgerEntry(Guid EventId, long Version, long Amount, int Stream, LedgerOutcome Outcome);
