namespace EventSourcingBench.LoadTests.Steps;

/// <summary>
/// The requests of a suite. What a request is follows from the step and its number, so that several processes can share them.
/// </summary>
internal interface ILoad
{
    /// <summary>What it is made with.</summary>
    LoadContext Context { get; }

    /// <summary>What an engine runs.</summary>
    LoadScenario Scenario { get; }

    /// <summary>What was asked and answered.</summary>
    StepHistory History { get; }

    /// <summary>How often requests were sent again because a connection was refused or broke.</summary>
    long Resent => 0;

    /// <summary>Adds what generators in other processes sent again.</summary>
    void AddResent(long count)
    {
    }
}
