namespace EventSourcingBench.Abstractions;

/// <summary>Why something cannot be used here, and what to do about it.</summary>
/// <param name="Reason">One sentence.</param>
/// <param name="Fix">What to install, set or start.</param>
public sealed record Unavailable(string Reason, string Fix)
{
    /// <summary>
    /// True where something that the user named, or that was found here, failed; false where it is just not there. Failures are said
    /// before what else was tried. Default: false.
    /// </summary>
    public bool IsFailure { get; init; }

    /// <summary>Reason and fix.</summary>
    public override string ToString() => $"{Reason} {Fix}";
}
