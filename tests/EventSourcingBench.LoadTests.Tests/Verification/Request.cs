namespace EventSourcingBench.LoadTests.Tests;

/// <summary>A request as a test can change it before it goes into the ledger.</summary>
internal sealed class Request
{
    public Guid EventId { get; init; } = Guid.NewGuid();

    public int Stream { get; init; }

    public long Amount { get; init; }

    public LedgerOutcome Outcome { get; init; }

    public long Version { get; set; }

    /// <summary>Whether the store did what was asked: always when it acknowledged, by chance when the outcome is unknown.</summary>
    public bool IsDone { get; init; }
}
