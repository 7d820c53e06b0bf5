using EventSourcingBench.Measurement;
using EventSourcingBench.Reporting.Model;

namespace EventSourcingBench.Reporting.Shapes;

/// <summary>A trial with the step that it belongs to.</summary>
internal sealed record Trial(Cell Cell, StepRecord Step);
