using System.Globalization;
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
/// <param name="Preload">Operations whose events are in the store before the load; null in suites that know no such thing.</param>
internal sealed record Step(
    int Number, Suite Suite, WorkloadRecord Workload, string Store, int Trial, int? Copies, double? Rate, long? Preload = null)
{
    /// <summary>Warm-up and measured time together.</summary>
    public TimeSpan LoadTime => Workload.WarmUp + Workload.Duration;

    /// <summary>Its load in words: <c>8 copies</c> or <c>500/s</c>, with what was there before: <c>8 copies, 10,000 stored</c>.</summary>
    public string Load => string.Create(
        CultureInfo.InvariantCulture,
        $"{(Copies is { } copies ? $"{copies} {(copies == 1 ? "copy" : "copies")}" : $"{Rate}/s")}{(Preload > 0 ? $", {Preload:N0} stored" : "")}");

    /// <summary>How its load is made.</summary>
    public LoadSimulation Simulation() => new()
    {
        Copies = Copies,
        Rate = Rate,
        Ramp = Workload.Ramp,
        WarmUp = Workload.WarmUp,
        Duration = Workload.Duration,
    };

    /// <summary>How users are told of it.</summary>
    public override string ToString() => Workload.Trials > 1
        ? string.Create(CultureInfo.InvariantCulture, $"{Suite.Name} {Store} {Load}, trial {Trial}")
        : $"{Suite.Name} {Store} {Load}";
}
