namespace EventSourcingBench.LoadTests.Tests;

/// <summary>What steps of tests use.</summary>
internal static class TestTools
{
    /// <param name="progress">Default: none is shown.</param>
    public static RunTools With(RunProgress? progress = null) => new(
        new EngineLoad(new BuiltInEngine(TimeProvider.System)),
        BarSource.Synthetic(1),
        progress ?? new PlainProgress(TextWriter.Null, TimeProvider.System),
        new Dictionary<int, double>(),
        TimeProvider.System);

    /// <summary>Requests that all took the same time.</summary>
    public static OperationRecord Operation(string name, Outcome outcome, double milliseconds, double count)
    {
        var times = new LatencyHistogram();
        for (var i = 0; i < count; i++)
        {
            times.Record(TimeSpan.FromMilliseconds(milliseconds));
        }

        return new OperationRecord(name, outcome, times.ToRecord(), times.ToRecord());
    }
}
