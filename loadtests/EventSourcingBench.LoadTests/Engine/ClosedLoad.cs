namespace EventSourcingBench.LoadTests.Engine;

internal static class ClosedLoad
{
    public static async Task RunAsync(LoadPhase phase, CopySchedule schedule, CancellationToken cancellationToken)
    {
        // An exception of the scenario is a defect: it stops the other copies and is thrown when they have stopped.
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var token = stop.Token;
        var end = phase.End;
        await Task.WhenAll(
            Enumerable.Range(0, schedule.Copies).Select(copy => Task.Run(() => CopyAsync(copy), CancellationToken.None)));

        async Task CopyAsync(int copy)
        {
            try
            {
                await phase.Time.DelayAsync(schedule.StartOf(copy), token);
                await phase.SendAllAsync(copy, Next);
            }
            catch
            {
                await stop.CancelAsync();
                throw;
            }
        }

        ValueTask<long?> Next(int copy)
        {
            var now = phase.Time.GetTimestamp();
            if (now < end && token.IsCancellationRequested)
                phase.MarkCut();

            return ValueTask.FromResult<long?>(now < end && !token.IsCancellationRequested ? now : null);
        }
    }
}
