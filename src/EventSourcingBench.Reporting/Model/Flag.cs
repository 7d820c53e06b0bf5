namespace EventSourcingBench.Reporting.Model;

/// <summary>What a reader must know before believing the numbers, in a few words and in a sentence or two.</summary>
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
