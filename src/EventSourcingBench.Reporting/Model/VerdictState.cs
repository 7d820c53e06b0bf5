namespace EventSourcingBench.Reporting.Model;

/// <summary>What a verdict means for the ranking.</summary>
public enum VerdictState
{
    /// <summary>Everything was checked and nothing was found: the number may be ranked.</summary>
    Passed = 0,

    /// <summary>It was not checked, or not to the end: the number is shown and not ranked.</summary>
    NotVerified = 1,

    /// <summary>The store did not keep what it acknowledged: nothing of it is ranked in the suite.</summary>
    Failed = 2,
}
