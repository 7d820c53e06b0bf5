namespace EventSourcingBench.LoadTests.Generators;

/// <summary>After the warm-up.</summary>
internal sealed record GeneratorWarm(long Acknowledged);
