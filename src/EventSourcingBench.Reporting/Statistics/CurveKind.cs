namespace EventSourcingBench.Reporting.Statistics;

/// <summary>A shape that a measure may have over the number of events, the simplest first.</summary>
internal enum CurveKind
{
    /// <summary><c>y = a</c>: the number of events does not matter.</summary>
    Constant = 0,

    /// <summary><c>y = a + b ln x</c>: each doubling adds the same, as the levels of a tree do.</summary>
    Logarithmic = 1,

    /// <summary><c>y = a + b x</c>: each event adds the same, as a scan does.</summary>
    Linear = 2,

    /// <summary><c>y = a x^b</c>: each doubling multiplies by the same.</summary>
    Power = 3,
}
