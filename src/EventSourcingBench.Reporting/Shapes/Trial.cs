namespace EventSourcingBench.Reporting.Shapes;

/// <summary>A trial with the step that it belongs to.</summary>
internal sealed record Trial(Cell Cell, StepRecord Step);
