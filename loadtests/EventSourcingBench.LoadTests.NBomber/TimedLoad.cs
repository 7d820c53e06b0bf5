using NBomber.Contracts;

namespace EventSourcingBench.LoadTests.NBomber;

/// <summary>NBomber's RampingConstant, Inject and RampingInject: they run by NBomber's own clock, which begins when its first call is due.
/// In the open model a request's due time is known as far as <see cref="InjectionPlan"/> says.</summary>
internal sealed class TimedLoad(
    RequestSender sender, NBomberSimulation[] simulations, TimeSpan duration, InjectionPlan? injection, Func<ValueTask> onWarm)
{
    private const double LateMilliseconds = 50;

    private long _first;
    private long _initialised;
    private long _calls = -1;
    private long _latest;

    public async Task<MeasuredTime> RunAsync()
    {
        var report = await sender.RunAsync(simulations, CallAsync, InitAsync);
        var measured = sender.Measured(Start(), Start() + sender.Ticks(duration));
        var notes = measured.Interrupted || injection is null ? [] : Notes(injection);
        return measured with { EngineReport = report, Notes = [.. notes] };
    }

    private async Task InitAsync()
    {
        await onWarm();
        Volatile.Write(ref _initialised, sender.StartMeasuring());
    }

    private async Task<IResponse> CallAsync(IScenarioContext context)
    {
        var called = sender.Time.GetTimestamp();
        if (!await sender.EnterAsync(context))
            return Response.Ok();

        Interlocked.CompareExchange(ref _first, called, 0);
        var start = Start();
        if (injection is null)
            return await sender.SendUntilAsync(context, start + sender.Ticks(duration));

        var index = Interlocked.Increment(ref _calls);
        if (called >= start + sender.Ticks(duration) && index >= injection.Count)
            return Response.Ok();

        var since = sender.Time.GetElapsedTime(start, called);
        var due = injection.DueAt(index, since);
        RequestSender.Raise(ref _latest, (since - due).Ticks);
        return await sender.SendAsync(context, start + sender.Ticks(due), giveUp: start + sender.Ticks(2 * duration));
    }

    // In the closed model copies join by a plan that begins with the test; in the open one NBomber's clock is known from the first call on.
    private long Start()
    {
        var first = Interlocked.Read(ref _first);
        return injection is null || first == 0 ? Volatile.Read(ref _initialised) : first;
    }

    private IEnumerable<string> Notes(InjectionPlan plan)
    {
        yield return FormattableString.Invariant(
            $"NBomber sends {plan.PerInterval} requests in each {plan.Interval.TotalSeconds:0.###} s at moments ")
            + "by chance and does not tell when one was due: only what it sent after its interval's end counts as late.";
        var calls = Interlocked.Read(ref _calls) + 1;
        if (calls < plan.Count)
            yield return FormattableString.Invariant($"NBomber sent {calls:N0} of {plan.Count:N0} requests.");

        var latest = TimeSpan.FromTicks(Interlocked.Read(ref _latest)).TotalMilliseconds;
        if (latest > LateMilliseconds)
        {
            yield return FormattableString.Invariant(
                $"NBomber's injector was up to {latest:N0} ms behind its plan; response times have that in them.");
        }
    }
}
