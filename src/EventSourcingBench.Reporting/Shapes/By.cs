namespace EventSourcingBench.Reporting.Shapes;

/// <summary>Makes a choice of what the steps have; null where there is nothing to choose.</summary>
internal delegate Choice? By(IReadOnlyList<Cell> cells);
