namespace EventSourcingBench.LoadTests.Engine;

internal static class ClosedLoad
{
    public static async Task RunAsync(LoadPhase phase, CopySchedule schedule, CancellationToken cancellationToken)
    {
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var token = stop.Token;
        var end = phase.End;
        var begun = new bool[schedule.Copies];
        await Task.WhenAll(Enumerable.Range(0, schedule.Copies).Select(copy => Task.Run(() => CopyAsync(copy), CancellationToken.None)));

        async Task CopyAsync(int copy)
        {
            await phase.Time.DelayAsync(schedule.StartOf(copy), token);
            await phase.SendAllAsync(copy, Next, stop);
        }

        // Each copy sends at least one request: a short step on a machine that stalls would otherwise measure nothing.
        ValueTask<long?> Next(int copy)
        {
            var now = phase.Time.GetTimestamp();
            var isTime = now < end || !begun[copy];
            begun[copy] = true;
            if (isTime && token.IsCancellationRequested)
                phase.Cut = true;

            return ValueTask.FromResult<long?>(isTime && !token.IsCancellationRequested ? now : null);
        }
    }
}
