using System.Globalization;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests;

/// <summary>A profile's parameters in one line.</summary>
internal static class WorkloadText
{
    public static string Of(WorkloadRecord workload) => workload switch
    {
        { Events: > 0 } => Text($"to {workload.Events:N0} events; a sample every {workload.SampleEvery:N0}")
            + (workload.Background > 0 ? Text($"; {workload.Background}/s beside it") : ""),
        { Counts.Count: > 0 } =>
            $"{List(workload.Counts.Select(c => Text($"{c:N0}")))} events; buffers {List(workload.Buffers.Select(SizeText.Of))}; "
            + $"{string.Join(" and ", workload.BufferModes)}; nodes {List(workload.Nodes)}; {Counted(workload.Trials, "trial")}",
        _ => Text($"{Load(workload)}; {workload.Duration.TotalSeconds:0.#} s each after {workload.WarmUp.TotalSeconds:0.#} s of warm-up; ")
            + Counted(workload.Trials, "trial"),
    };

    /// <summary>A number of things: <c>1 step</c>, <c>2 steps</c>.</summary>
    /// <param name="count">How many.</param>
    /// <param name="thing">The singular, whose plural ends with s.</param>
    public static string Counted(int count, string thing) => Text($"{count} {thing}{(count == 1 ? "" : "s")}");

    private static string Load(WorkloadRecord workload)
    {
        var load = workload.Rates.Count > 0 ? Text($"{List(workload.Rates)} requests/s") : Text($"copies {List(workload.Copies)}");
        var preload = workload.Preloads.Any(p => p > 0) ? Text($"; {List(workload.Preloads)} operations stored before") : "";
        return workload.Shows == 0
            ? load + preload
            : Text($"{load}; {workload.Shows:N0} shows of {Counted(workload.Seats, "seat")}; ")
                + $"{List(workload.Orders)}; {List(workload.Strategies)}";
    }

    private static string List<T>(IEnumerable<T> values) => string.Join(", ", values.Select(v => Text($"{v}")));

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
