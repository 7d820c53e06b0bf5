using System.Diagnostics;
using System.Diagnostics.Metrics;

namespace EventSourcingBench.Api.Telemetry;

/// <summary>The API's instruments. Nothing is measured without a listener.</summary>
internal sealed class ApiMeter : IDisposable
{
    public const string Name = "EventSourcingBench.Api";

    private readonly Meter _meter = new(Name);
    private readonly Histogram<double> _appendDuration;
    private readonly Histogram<double> _projectionDelay;
    private readonly TimeProvider _time;

    public ApiMeter(TimeProvider time)
    {
        _time = time;
        _appendDuration = _meter.CreateHistogram<double>(
            "eventsourcingbench.append.duration", "s", "The store's time for an append, by outcome.");
        _projectionDelay = _meter.CreateHistogram<double>(
            "eventsourcingbench.projection.delay", "s", "SaveTime - ApiCallTime of each measured row.");
    }

    public ValueTask<AppendResult> AppendAsync(
        string store, IEventWriter writer, StreamId stream, ExpectedVersion expected, EventData data) =>
        _appendDuration.Enabled ? MeasuredAppendAsync(store, writer, stream, expected, data) : writer.AppendAsync(stream, expected, [data]);

    public void RecordDelay(string store, TimeSpan delay)
    {
        if (_projectionDelay.Enabled)
            _projectionDelay.Record(delay.TotalSeconds, new KeyValuePair<string, object?>("store", store));
    }

    public void Dispose() => _meter.Dispose();

    private async ValueTask<AppendResult> MeasuredAppendAsync(
        string store, IEventWriter writer, StreamId stream, ExpectedVersion expected, EventData data)
    {
        var begun = _time.GetTimestamp();
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
            _appendDuration.Record(_time.GetElapsedTime(begun).TotalSeconds, tags);
        }
    }
}
