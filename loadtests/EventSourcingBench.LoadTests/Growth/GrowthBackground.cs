namespace EventSourcingBench.LoadTests.Growth;

/// <summary>Single appends in the open model beside what is measured; without a rate there are none.</summary>
internal sealed class GrowthBackground(double? rate, Func<int, long, ValueTask<Outcome>> append, TimeProvider time)
{
    public const int Workers = 32;

    // It ends with what it runs beside.
    private static readonly TimeSpan Longest = TimeSpan.FromDays(1);

    /// <summary>Measures beside appends, which get worker and due time. At the end what is under way is answered.</summary>
    /// <returns>What was measured, and the acknowledged appends a second meanwhile; null where there were none.</returns>
    public async Task<(T Measured, double? Rate)> BesideAsync<T>(Func<Task<T>> measure)
    {
        if (rate is not { } perSecond)
            return (await measure(), null);

        using var stop = new CancellationTokenSource();
        var (acknowledged, start) = (0L, time.GetTimestamp());
        var scenario = new LoadScenario(GrowingStore.BackgroundOperation, SendAsync);
        var phase = new LoadPhase(scenario, recorder: null, time, new StrongBox<long>(-1), Longest);
        using var load = new OpenLoad(phase, new ArrivalSchedule(perSecond, Longest, ramp: false), SystemWaiter.WaitUntil);
        var running = load.RunAsync(Workers, stop.Token);
        T measured;
        try
        {
            measured = await measure();
        }
        finally
        {
            await stop.CancelAsync();
            await running;
        }

        return (measured, acknowledged / time.GetElapsedTime(start).TotalSeconds);

        async ValueTask<Outcome> SendAsync(LoadCall call, CancellationToken cancellationToken)
        {
            var outcome = await append(call.Worker, call.Due ?? time.GetTimestamp());
            if (outcome == Outcome.Success)
                Interlocked.Increment(ref acknowledged);

            return outcome;
        }
    }
}
