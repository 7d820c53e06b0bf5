using NBomber.Contracts;

namespace EventSourcingBench.LoadTests.NBomber;

/// <summary>NBomber's RampingConstant, Inject and RampingInject: they run by NBomber's own clock, which begins when its first call is due.
/// In the open model a request's due time is known as far as <see cref="InjectionPlan"/> says.</summary>
internal sealed class TimedLoad(RequestSender sender, SimulationPlan plan, TimeSpan duration, Func<ValueTask> onWarm)
{
    private const double LateMilliseconds = 50;

    private long _first;
    private long _initialised;
    private DateTimeOffset _startedAt = sender.Time.GetUtcNow();
    private long _calls = -1;
    private long _latest;

    public async Task<MeasuredTime> RunAsync()
    {
        using var ended = sender.CancellationToken.Register(() => sender.Stop("ended by the user"));
        var report = await NBomberSession.RunAsync(
            sender.Scenario.Name, plan.Measured(), CallAsync, InitAsync, sender.Scenario.ReportFolder);
        await sender.DrainAsync();
        var measured = sender.Measured(_startedAt, Start(), Start() + Ticks(duration));
        var notes = measured.Interrupted || plan.Injection is not { } injection ? [] : Notes(injection);
        return measured with { EngineReport = report, Notes = [.. notes] };
    }

    private async Task InitAsync()
    {
        await onWarm();
        sender.Recorder!.StartMeasuring();
        _startedAt = sender.Time.GetUtcNow();
        Volatile.Write(ref _initialised, sender.Time.GetTimestamp());
    }

    private async Task<IResponse> CallAsync(IScenarioContext context)
    {
        var called = sender.Time.GetTimestamp();
        if (!await sender.EnterAsync(context))
            return Response.Ok();

        Interlocked.CompareExchange(ref _first, called, 0);
        var start = Start();
        if (plan.Injection is not { } injection)
            return await sender.SendUntilAsync(context, start + Ticks(duration));

        var index = Interlocked.Increment(ref _calls);
        if (called >= start + Ticks(duration) && index >= injection.Count)
            return Response.Ok();

        var since = sender.Time.GetElapsedTime(start, called);
        var due = injection.DueAt(index, since);
        RequestSender.Raise(ref _latest, (since - due).Ticks);
        return await sender.SendAsync(context, start + Ticks(due), giveUp: start + Ticks(2 * duration));
    }

    // In the closed model copies join by a plan that begins with the test; in the open one NBomber's clock is known from the first call on.
    private long Start()
    {
        var first = Interlocked.Read(ref _first);
        return plan.Injection is null || first == 0 ? Volatile.Read(ref _initialised) : first;
    }

    private long Ticks(TimeSpan time) => (long)(time.TotalSeconds * sender.Time.TimestampFrequency);

    private IEnumerable<string> Notes(InjectionPlan injection)
    {
        yield return FormattableString.Invariant(
            $"NBomber sends {injection.PerInterval} requests in each {injection.Interval.TotalSeconds:0.###} s at moments ")
            + "by chance and does not tell when one was due: only what it sent after its interval's end counts as late.";
        var calls = Interlocked.Read(ref _calls) + 1;
        if (calls < injection.Count)
            yield return FormattableString.Invariant($"NBomber sent {calls:N0} of {injection.Count:N0} requests.");

        var latest = TimeSpan.FromTicks(Interlocked.Read(ref _latest)).TotalMilliseconds;
        if (latest > LateMilliseconds)
        {
            yield return FormattableString.Invariant(
                $"NBomber's injector was up to {latest:N0} ms behind its plan; response times have that in them.");
        }
    }
}
