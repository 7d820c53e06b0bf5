namespace EventSourcingBench.Abstractions;

/// <summary>Why something cannot be used here, and what to do about it.</summary>
/// <param name="Reason">One sentence.</param>
/// <param name="Fix">What to install, set or start.</param>
public sealed record Unavailable(string Reason, string Fix)
{
    /// <summary>Reason and fix.</summary>
    public override string ToString() => $"{Reason} {Fix}";
}
