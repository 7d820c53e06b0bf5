namespace EventSourcingBench.LoadTests;

/// <summary>A stream that a step writes to.</summary>
/// <param name="Name">Its name in the store: <c>currency-EURUSD</c>.</param>
/// <param name="Group">The group of its rows in the read model: <c>EURUSD</c>.</param>
public sealed record LedgerStream(string Name, string Group);
