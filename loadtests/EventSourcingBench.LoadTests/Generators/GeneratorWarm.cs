namespace EventSourcingBench.LoadTests.Generators;

/// <summary>After the warm-up.</summary>
/// <param name="Acknowledged">Appends that were acknowledged so far.</param>
internal sealed record GeneratorWarm(long Acknowledged);
