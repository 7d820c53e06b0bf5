namespace EventSourcingBench.LoadTests.Engine.Tests;

/// <summary>Makes an open load on a fake clock exact: lets every released request end, then sets the clock to the next one's time.
/// </summary>
internal sealed class VirtualWaiter(FakeClock clock, LoadRecorder recorder) : IWaiter
{
    private long _released;

    public void WaitUntil(long timestamp, CancellationToken cancellationToken)
    {
        SpinWait.SpinUntil(() => recorder.Totals().Requests == _released, TimeSpan.FromSeconds(10)).ShouldBeTrue();
        clock.AdvanceTo(timestamp);
        _released++;
    }
}

/// <summary>Requests that succeed when they are answered.</summary>
internal static class Scenario
{
    public static LoadScenario Of(Action<LoadCall> send) => new("append", (call, _) =>
    {
        send(call);
        return ValueTask.FromResult(Outcome.Success);
    });

    public static LoadScenario Of(Func<LoadCall, CancellationToken, Task> sendAsync) => new("append", async (call, token) =>
    {
        await sendAsync(call, token);
        return Outcome.Success;
    });
}
