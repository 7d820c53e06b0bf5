namespace EventSourcingBench.LoadTests.Workloads;

/// <summary>A value as the user wrote it.</summary>
internal sealed record ParameterText(Parameter Parameter, string Text);
