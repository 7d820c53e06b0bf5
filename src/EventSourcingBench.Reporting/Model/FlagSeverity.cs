namespace EventSourcingBench.Reporting.Model;

/// <summary>How much a flag takes from the numbers.</summary>
public enum FlagSeverity
{
    /// <summary>To be known.</summary>
    Note = 0,

    /// <summary>Some numbers mean less than they seem to.</summary>
    Warning = 1,

    /// <summary>Some numbers mean nothing.</summary>
    Serious = 2,
}
