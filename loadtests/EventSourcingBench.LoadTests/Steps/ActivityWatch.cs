namespace EventSourcingBench.LoadTests.Steps;

/// <summary>Sees what happens beside a load: pauses for garbage collection to 20 ms; what the store counts, and CPU time that the
/// hypervisor keeps back, second by second.</summary>
internal sealed class ActivityWatch(StoreUnderTest store, TimeProvider time) : IAsyncDisposable
{
    private readonly PauseWatch _own = new(time);
    private readonly CancellationTokenSource _stop = new();
    private readonly HashSet<(string What, DateTimeOffset At, TimeSpan Length)> _seen = [];
    private readonly Dictionary<string, long> _counts = new(StringComparer.Ordinal);
    private CpuWatch _steal = CpuWatch.Start();
    private DateTimeOffset _last = time.GetUtcNow();
    private Task _watching = Task.CompletedTask;
    private string? _failure;

    public async Task StartAsync()
    {
        await TakeAsync();
        _seen.Clear();
        _watching = time.EveryAsync(TimeSpan.FromSeconds(1), TakeAsync, _stop.Token);
    }

    public async Task<StepRecord> AddToAsync(StepRecord result, IReadOnlyList<SlowRequest> slowest)
    {
        await _stop.CancelAsync();
        await _watching;
        await TakeAsync();
        var beside = _seen.Select(s => new ActivityRecord(s.What, s.At - result.StartedAt, s.Length))
            .Where(a => slowest.Any(a.IsBeside)).OrderBy(a => a.At).ToList();
        return result.Noting(_failure is null ? null : $"Not all background work of the store is known: {_failure}") with
        {
            Slowest = [.. slowest.Select(r => r with { Beside = [.. beside.Where(a => a.IsBeside(r)).Select(a => a.What).Distinct()] })],
            Activity = beside,
        };
    }

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        await _watching;
        _own.Dispose();
        _stop.Dispose();
    }

    private async Task TakeAsync()
    {
        var (from, to) = (_last, time.GetUtcNow());
        Add("client", _own.Pauses);
        if (_steal.Share() is > CpuWatch.NoticedSteal and var share)
            _seen.Add((FormattableString.Invariant($"steal {share:0%}"), from, to - from));

        _steal = CpuWatch.Start();
        try
        {
            var nodes = Enumerable.Range(0, store.NodeGroup?.Count ?? 1)
                .Select(node => store.ReadWorkAsync(node, counters: false, plans: false, CancellationToken.None));
            var works = await Task.WhenAll(nodes);
            foreach (var (node, work) in works.Index())
                Add(node == 0 ? "API" : $"API's node {node + 1}", work.Pauses ?? []);

            // Nodes serve the same data: the greatest count of any is that of all.
            foreach (var counts in works.SelectMany(w => w.Background).GroupBy(c => c.Key, c => c.Value))
            {
                if (counts.Max() > _counts.GetValueOrDefault(counts.Key))
                    _seen.Add((counts.Key, from, to - from));

                _counts[counts.Key] = counts.Max();
            }
        }
        catch (Exception e) when (StoreFailureException.Is(e))
        {
            _failure ??= e.Message;
        }

        _last = to;
    }

    private void Add(string process, IEnumerable<RuntimePause> pauses) => _seen.UnionWith(
        pauses.Select(p => (FormattableString.Invariant($"GC of the {process}, {p.Length.TotalMilliseconds:0.0} ms"), p.At, p.Within)));
}
