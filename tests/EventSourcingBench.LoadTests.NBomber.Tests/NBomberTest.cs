namespace EventSourcingBench.LoadTests.NBomber.Tests;

/// <summary>The real NBomber, against requests that take a known time.</summary>
public abstract class NBomberTest
{
    protected static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    private protected Requests Requests { get; } = new();

    protected static LoadRecorder Recorder(int workers) => new("test request", workers, TimeProvider.System);

    protected static LoadSimulation Closed(int copies, TimeSpan warmUp) => new(warmUp, Second, copies);

    protected static LoadSimulation Open(double rate, TimeSpan duration) => new(TimeSpan.Zero, duration, Rate: rate);

    protected static OperationRecord Success(LoadRecorder recorder) => recorder.Operations().Single(o => o.Outcome == Outcome.Success);

    protected Task<MeasuredTime> RunAsync(
        LoadSimulation simulation,
        LoadRecorder recorder,
        Action? onWarm = null,
        string? reportFolder = null,
        CancellationToken cancellationToken = default) =>
        new NBomberEngine().RunAsync(
            new LoadScenario("test request", Requests.SendAsync) { ReportFolder = reportFolder },
            simulation,
            recorder,
            () =>
            {
                onWarm?.Invoke();
                return ValueTask.CompletedTask;
            },
            cancellationToken);
}
