using EventSourcingBench.Tests;

namespace EventSourcingBench.LoadTests.Engine.Tests;

/// <summary>
/// Makes an open load on a fake clock exact: lets every released request end, then sets the clock to the next one's time.
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
