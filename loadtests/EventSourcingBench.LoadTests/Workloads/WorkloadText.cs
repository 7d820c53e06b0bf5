using System.Globalization;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests;

/// <summary>A profile's parameters in one line.</summary>
internal static class WorkloadText
{
    public static string Of(WorkloadRecord workload) => workload switch
    {
        { Events: > 0 } => Text($"to {workload.Events:N0} events, a sample every {workload.SampleEvery:N0}")
            + (workload.Background > 0 ? Text($", {workload.Background}/s beside it") : ""),
        { Counts.Count: > 0 } => Text(
            $"{string.Join(", ", workload.Counts.Select(c => Text($"{c:N0}")))} events, buffers {string.Join(", ", workload.Buffers.Select(SizeText.Of))}, ")
            + Text($"{string.Join(" and ", workload.BufferModes)}, nodes {string.Join(", ", workload.Nodes)}, {workload.Trials} trial(s)"),
        _ => Text($"copies {string.Join(",", workload.Copies)}, {workload.Duration.TotalSeconds:0.#} s each after {workload.WarmUp.TotalSeconds:0.#} s warm-up, ")
            + Text($"{workload.Trials} trial(s)"),
    };

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
