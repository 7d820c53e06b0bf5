namespace EventSourcingBench.LoadTests.Workloads;

/// <summary>A value as the user wrote it.</summary>
/// <param name="Parameter">The parameter.</param>
/// <param name="Text">One that <see cref="Parameter.Parse"/> accepts.</param>
internal sealed record ParameterText(Parameter Parameter, string Text);
