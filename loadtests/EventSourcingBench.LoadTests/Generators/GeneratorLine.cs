namespace EventSourcingBench.LoadTests.Generators;

/// <summary>One line of what a generator tells while it measures.</summary>
internal sealed record GeneratorLine(LoadWindow? Window, GeneratorResult? Result, string? Error);
