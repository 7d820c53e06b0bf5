using NBomber.Contracts;

namespace EventSourcingBench.LoadTests.NBomber;

/// <summary>NBomber's KeepConstant. NBomber starts its copies at random moments of the first second, and counts that second: here the
/// copies wait for one another at a start line, and the measured time is from there.</summary>
internal sealed class ConstantCopies(RequestSender sender, int copies, TimeSpan duration, Func<ValueTask> onWarm)
{
    // The copies gather, and the projection catches up with the warm-up. NBomber is stopped when the measured time ends.
    private static readonly TimeSpan Margin = TimeSpan.FromMinutes(1);

    private readonly TaskCompletionSource<bool> _line = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private Exception? _failure;
    private int _arrived;
    private long _start;
    private DateTimeOffset _startedAt = sender.Time.GetUtcNow();
    private long _end = long.MaxValue;

    public async Task<MeasuredTime> RunAsync()
    {
        using var ended = sender.CancellationToken.Register(() =>
        {
            _line.TrySetResult(false);
            sender.Stop("ended by the user");
        });
        NBomberSimulation[] simulation = [Simulation.KeepConstant(copies, duration + Margin)];
        string? report = null;
        try
        {
            report = await NBomberSession.RunAsync(
                sender.Scenario.Name, simulation, CallAsync, reportFolder: sender.Scenario.ReportFolder);
            await sender.DrainAsync();
        }
        catch (LoadEngineException) when (_failure is not null)
        {
            // A test that was stopped before its first request may fail in NBomber: the reason for the stop is thrown below.
        }

        if (_failure is { } failure)
            ExceptionDispatchInfo.Throw(failure);

        return sender.Measured(_startedAt, _start, _end) with
        {
            EngineReport = report,
            Notes =
                ["NBomber's own report counts from the moment when its copies began to gather, so its rates are lower than those here."],
        };
    }

    private async Task<IResponse> CallAsync(IScenarioContext context) =>
        await sender.EnterAsync(context) && await GatherAsync() ? await sender.SendUntilAsync(context, _end) : Response.Ok();

    private async ValueTask<bool> GatherAsync()
    {
        if (_line.Task.IsCompleted || Interlocked.Increment(ref _arrived) < copies)
            return await _line.Task;

        try
        {
            await onWarm();
            sender.Recorder!.StartMeasuring();
            _startedAt = sender.Time.GetUtcNow();
            _start = sender.Time.GetTimestamp();
            _end = _start + (long)(duration.TotalSeconds * sender.Time.TimestampFrequency);
            _line.TrySetResult(true);
        }
        catch (Exception e)
        {
            // NBomber would count it as a failed request.
            _failure = e;
            _line.TrySetResult(false);
            sender.Stop("the warm-up failed");
        }

        return await _line.Task;
    }
}
