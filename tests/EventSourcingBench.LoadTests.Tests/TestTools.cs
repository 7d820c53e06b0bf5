using System.CommandLine;

namespace EventSourcingBench.LoadTests.Tests;

/// <summary>What steps of tests use.</summary>
internal static class TestTools
{
    /// <param name="progress">Default: none is shown.</param>
    public static RunTools With(RunProgress? progress = null) => new(
        new EngineLoad(new BuiltInEngine(TimeProvider.System)),
        BarSource.Synthetic(1),
        progress ?? new RunProgress(TextWriter.Null, TimeProvider.System),
        new Dictionary<int, double>(),
        TimeProvider.System);

    /// <summary>What the command of a suite makes of its arguments.</summary>
    public static ParseResult Parse(string suite, string arguments) => RunCommand.Create(SuiteCatalog.Find(suite)).Parse(arguments);

    public static RunSettings Settings(string suite, string arguments)
    {
        var result = Parse(suite, arguments);
        result.Errors.ShouldBeEmpty();
        return new RunSettings(SuiteCatalog.Find(suite), result);
    }

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
