using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests;

/// <summary>The requests of a suite.</summary>
internal interface ILoad
{
    /// <summary>What an engine runs.</summary>
    LoadScenario Scenario { get; }
}
