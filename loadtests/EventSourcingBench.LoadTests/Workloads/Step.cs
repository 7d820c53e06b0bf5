using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests;

/// <summary>One step of a run: one store, one suite, one load, one trial.</summary>
/// <param name="Number">Its number in the run, from 1.</param>
/// <param name="Suite">The suite.</param>
/// <param name="Workload">The suite's parameters.</param>
/// <param name="Store">The store.</param>
/// <param name="Trial">Which trial, from 1.</param>
/// <param name="Copies">Copies in the closed model; null in the open one.</param>
/// <param name="Rate">Requests a second in the open model; null in the closed one.</param>
internal sealed record Step(int Number, Suite Suite, WorkloadRecord Workload, string Store, int Trial, int? Copies, double? Rate)
{
    /// <summary>Warm-up and measured time together.</summary>
    public TimeSpan LoadTime => Workload.WarmUp + Workload.Duration;

    /// <summary>How its load is made.</summary>
    public LoadSimulation Simulation() => new()
    {
        Copies = Copies,
        Rate = Rate,
        Ramp = Workload.Ramp,
        WarmUp = Workload.WarmUp,
        Duration = Workload.Duration,
    };
}
