namespace EventSourcingBench.LoadTests.Generators;

/// <summary>One line of what a generator tells while it measures.</summary>
/// <param name="Window">What it saw since the line before; null in the last line.</param>
/// <param name="Result">In the last line.</param>
/// <param name="Error">In the last line, where the load could not be made to its end.</param>
internal sealed record GeneratorLine(LoadWindow? Window, GeneratorResult? Result, string? Error);
