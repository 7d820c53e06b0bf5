using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests;

/// <summary>Starts a step's projection, and waits for it to catch up with what was acknowledged.</summary>
internal sealed class ProjectionWatch(IStoreUnderTest store, AppendLoad load, TimeProvider time)
{
    /// <summary>A projection that saves nothing for so long, with events waiting, has come to a halt.</summary>
    private static readonly TimeSpan Stall = TimeSpan.FromSeconds(10);

    private static readonly TimeSpan Poll = TimeSpan.FromMilliseconds(20);

    public Task StartAsync(CancellationToken cancellationToken) => store.StartProjectionAsync(cancellationToken);

    /// <summary>After the warm-up: its events are projected, and what comes now is measured.</summary>
    public async Task WarmAsync()
    {
        await CatchUpAsync();
        await store.MeasureDelaysFromAsync(time.GetUtcNow(), CancellationToken.None);
    }

    /// <summary>After the load: all events are projected, or the projection has halted and the verdict will tell.</summary>
    public async Task<HistogramRecord> FinishAsync()
    {
        await CatchUpAsync();
        return await store.ReadDelaysAsync(CancellationToken.None);
    }

    private async Task CatchUpAsync()
    {
        var rows = -1L;
        var lastGrowth = time.GetTimestamp();
        while (rows < load.Acknowledged)
        {
            var now = await store.CountRowsAsync(CancellationToken.None);
            if (now > rows)
            {
                (rows, lastGrowth) = (now, time.GetTimestamp());
            }
            else if (time.GetElapsedTime(lastGrowth) > Stall)
            {
                // Verification counts the missing rows; a lost event never gets one, so this is no error of its own.
                return;
            }

            if (rows < load.Acknowledged)
            {
                await Task.Delay(Poll, time);
            }
        }
    }
}
