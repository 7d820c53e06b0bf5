namespace EventSourcingBench.LoadTests.Steps;

/// <summary>Sees what happens beside a load: pauses for garbage collection to the microsecond; what the store counts, and CPU time that the
/// hypervisor keeps back, second by second.</summary>
internal sealed class ActivityWatch(IStoreUnderTest store, TimeProvider time) : IAsyncDisposable
{
    // A choice: on a machine that is shared there is always a little.
    private const double NoticedSteal = 0.02;

    private readonly PauseListener _own = new();
    private readonly CancellationTokenSource _stop = new();
    private readonly List<(string What, DateTimeOffset At, TimeSpan Length, bool IsPause)> _seen = [];
    private readonly Dictionary<string, long> _counts = new(StringComparer.Ordinal);
    private StealWatch _steal = StealWatch.Start();
    private DateTimeOffset _last;
    private Task _watching = Task.CompletedTask;
    private string? _failure;

    public async Task StartAsync()
    {
        _last = time.GetUtcNow();
        await TakeAsync();
        _seen.Clear();
        _watching = WatchAsync();
    }

    /// <summary>Adds the slowest requests of a load, and what happened beside them, when the load has ended.</summary>
    public async Task<StepResult> AddToAsync(StepResult result, IReadOnlyList<SlowRequest> slowest)
    {
        await _stop.CancelAsync();
        await _watching;
        await TakeAsync();
        var seen = _seen.ConvertAll(s => (Activity: new ActivityRecord(s.What, s.At - result.StartedAt, s.Length), s.IsPause));
        return result with
        {
            Slowest =
            [
                .. slowest.Select(r => r with
                {
                    Beside = [.. seen.Where(s => IsBeside(s.Activity, r)).Select(s => s.IsPause ? Text(s.Activity) : s.Activity.What).Distinct()],
                }),
            ],
            Activity =
            [
                .. seen.Where(s => !s.IsPause || slowest.Any(r => IsBeside(s.Activity, r))).Select(s => s.Activity).OrderBy(a => a.At),
            ],
            Notes = _failure is null ? result.Notes
                : [.. result.Notes, $"What the store did in the background was not read all the time: {_failure}"],
        };
    }

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        await _watching;
        _own.Dispose();
        _stop.Dispose();
    }

    private static bool IsBeside(ActivityRecord activity, SlowRequest request) =>
        activity.At < request.Start + request.Service && activity.At + activity.Length > request.Start;

    private static string Text(ActivityRecord pause) => FormattableString.Invariant($"{pause.What} {pause.Length.TotalMilliseconds:0.0} ms");

    private async Task WatchAsync()
    {
        using var timer = new PeriodicTimer(TimeSpan.FromSeconds(1), time);
        try
        {
            while (await timer.WaitForNextTickAsync(_stop.Token))
                await TakeAsync();
        }
        catch (OperationCanceledException)
        {
            // The load has ended.
        }
    }

    private async Task TakeAsync()
    {
        var (from, to) = (_last, time.GetUtcNow());
        AddPauses("GC of the client", _own.Since(from));
        if (_steal.Share() is > NoticedSteal and var share)
            _seen.Add((FormattableString.Invariant($"steal {share:0%}"), from, to - from, false));

        _steal = StealWatch.Start();
        try
        {
            foreach (var (node, activity) in (await store.ReadActivityAsync(from, CancellationToken.None)).Index())
            {
                AddPauses(node == 0 ? "GC of the API" : $"GC of the API's node {node + 1}", activity.Pauses);
                // Nodes serve the same data: the first one's counts are those of all.
                foreach (var (what, count) in node == 0 ? activity.Counts : new Dictionary<string, long>())
                {
                    if (count > _counts.GetValueOrDefault(what))
                        _seen.Add((what, from, to - from, false));

                    _counts[what] = count;
                }
            }
        }
        catch (Exception e) when (StoreFailureException.Is(e))
        {
            _failure ??= e.Message;
        }

        _last = to;
    }

    // One that began before the last sample and ended after it was seen by both.
    private void AddPauses(string what, IEnumerable<RuntimePause> pauses) => _seen.AddRange(
        pauses.Select(p => (what, p.At, p.Length, true)).Where(p => !_seen.Contains(p)));
}
