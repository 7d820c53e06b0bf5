namespace EventSourcingBench.Reporting.Model;

/// <summary>What a reader must know before believing the numbers.</summary>
/// <param name="Severity">How much it takes from them.</param>
/// <param name="Title">A few words.</param>
/// <param name="Text">A sentence or two.</param>
public sealed record Flag(FlagSeverity Severity, string Title, string Text);

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
