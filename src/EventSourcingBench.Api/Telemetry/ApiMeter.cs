using System.Diagnostics;
using System.Diagnostics.Metrics;

namespace EventSourcingBench.Api.Telemetry;

/// <summary>The API's instruments. Nothing is measured without a listener.</summary>
internal static class ApiMeter
{
    public const string Name = "EventSourcingBench.Api";

    private static readonly Meter Meter = new(Name);
    private static readonly Histogram<double> AppendDuration = Meter.CreateHistogram<double>(
        "eventsourcingbench.append.duration", "s", "The store's time for an append, by outcome.");

    private static readonly Histogram<double> ProjectionDelay = Meter.CreateHistogram<double>(
        "eventsourcingbench.projection.delay", "s", "SaveTime - ApiCallTime of each measured row.");

    public static ValueTask<AppendResult> AppendAsync(
        string store, IEventWriter writer, StreamId stream, ExpectedVersion expected, EventData data) =>
        AppendDuration.Enabled ? MeasuredAppendAsync(store, writer, stream, expected, data) : writer.AppendAsync(stream, expected, [data]);

    public static void RecordDelay(string store, TimeSpan delay)
    {
        if (ProjectionDelay.Enabled)
            ProjectionDelay.Record(delay.TotalSeconds, new KeyValuePair<string, object?>("store", store));
    }

    private static async ValueTask<AppendResult> MeasuredAppendAsync(
        string store, IEventWriter writer, StreamId stream, ExpectedVersion expected, EventData data)
    {
        var begun = Stopwatch.GetTimestamp();
        var outcome = "error";
        try
        {
            var result = await writer.AppendAsync(stream, expected, [data]);
            outcome = result is Appended ? "success" : "conflict";
            return result;
        }
        finally
        {
            var tags = new TagList { { "store", store }, { "outcome", outcome } };
            AppendDuration.Record(Stopwatch.GetElapsedTime(begun).TotalSeconds, tags);
        }
    }
}
