namespace EventSourcingBench.LoadTests.Tests;

/// <summary>What steps of tests use.</summary>
internal static class TestTools
{
    public static RunTools With(RunProgress? progress = null) => new(
        new EngineLoad(new BuiltInEngine(TimeProvider.System)),
        BarSource.Synthetic(1),
        progress ?? new RunProgress(TextWriter.Null, TimeProvider.System),
        new Dictionary<int, double>(),
        TimeProvider.System);

    /// <summary>A machine with two cores and a disk.</summary>
    public static EnvironmentRecord Environment { get; } =
        new("cpu", Cores: 2, 1, "system", "runtime", "workstation", "ext4", InMemoryFileSystem: false, 800, 900);

    public static ParseResult Parse(string suite, string arguments) => RunCommand.Create(SuiteCatalog.Find(suite)).Parse(arguments);

    public static RunSettings Settings(string suite, string arguments)
    {
        var result = Parse(suite, arguments);
        result.Errors.ShouldBeEmpty();
        return new RunSettings(SuiteCatalog.Find(suite), result);
    }

    /// <summary>Requests that all took the same time.</summary>
    public static OperationRecord Operation(string name, Outcome outcome, double milliseconds, double count) =>
        Operation(name, outcome, Times((int)Math.Ceiling(count), TimeSpan.FromMilliseconds(milliseconds)));

    public static OperationRecord Operation(string name, Outcome outcome, LatencyHistogram times) =>
        new(name, outcome, times.ToRecord(), times.ToRecord());

    public static LatencyHistogram Times(int count, TimeSpan time)
    {
        var times = new LatencyHistogram();
        for (var i = 0; i < count; i++)
            times.Record(time);

        return times;
    }

    /// <summary>A step of ten seconds with a good verdict.</summary>
    public static StepRecord Step(string store, params OperationRecord[] operations) => new(
        1, "append", store, Trial: 1, DateTimeOffset.UnixEpoch, TimeSpan.FromSeconds(10),
        new VerdictRecord { Passed = true, Text = "verified: all" }, Throughput: 50)
    { Operations = operations, Seconds = [] };
}

/// <param name="onPhase">Called with the name of each phase that begins.</param>
internal sealed class Counting(Action<string>? onPhase = null) : RunProgress(TextWriter.Null, TimeProvider.System)
{
    public static Step Step { get; } = new(
        1, SuiteCatalog.Find("reservation"), WorkloadFile.Load("reservation", "smoke"), "fake", Trial: 1, Copies: 1, Rate: null);

    public List<string> Heard { get; } = [];

    public override void Phase(Step step, string phase) => onPhase?.Invoke(phase);

    public override void Counted(Step step, string phase, long done, long total) => Heard.Add(ProgressText.Counted(phase, done, total));
}
