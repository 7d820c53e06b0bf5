using System.Runtime.CompilerServices;

namespace EventSourcingBench.LoadTests.Tests;

/// <summary>
/// A store, what was sent to it and what it gives back: without fault when it is made, for tests to put faults into.
/// </summary>
internal sealed class StoreWorld : IReadBack
{
    private readonly SplitMix64 _random;
    private int _readings;

    private StoreWorld(int seed, int streams)
    {
        _random = new SplitMix64(seed);
        LedgerStreams = [.. Enumerable.Range(0, streams).Select(i => new LedgerStream($"currency-{i}", $"group-{i}"))];
        Streams = LedgerStreams.ToDictionary(s => s.Name, _ => new List<StreamEvent>(), StringComparer.Ordinal);
        Totals = LedgerStreams.ToDictionary(s => s.Group, _ => default(GroupTotal), StringComparer.Ordinal);
    }

    public IReadOnlyList<LedgerStream> LedgerStreams { get; }

    public List<Request> Requests { get; } = [];

    public Dictionary<string, List<StreamEvent>> Streams { get; }

    public List<DeliveredEvent> First { get; private set; } = [];

    public List<DeliveredEvent> Second { get; private set; } = [];

    public List<ReadBackRow> Rows { get; } = [];

    public Dictionary<string, GroupTotal> Totals { get; }

    /// <summary>What cannot be read: <c>stream</c>, <c>all</c>, <c>rows</c> or <c>totals</c>; null when all can.</summary>
    public string? Broken { get; set; }

    public static StoreWorld Create(int seed, int streams = 3, int requests = 300)
    {
        var world = new StoreWorld(seed, streams);
        for (var i = 0; i < requests; i++)
        {
            world.Send();
        }

        world.Second = [.. world.First];
        return world;
    }

    public IReadOnlyList<Request> Acknowledged => Requests.FindAll(r => r.Outcome == LedgerOutcome.Acknowledged);

    /// <summary>Some of the items, by chance, each once.</summary>
    public IReadOnlyList<T> Some<T>(IEnumerable<T> items, int count)
    {
        var all = items.ToArray();
        _random.Shuffle<T>(all);
        return all[..count];
    }

    /// <summary>One of the readings of the subscription or both, by chance.</summary>
    public IReadOnlyList<List<DeliveredEvent>> SomeReadings() => _random.NextBelow(3) switch
    {
        0 => [First],
        1 => [Second],
        _ => [First, Second],
    };

    public int Below(int bound) => _random.NextBelow(bound);

    /// <summary>Appends an event to a stream as the store does, told to nobody.</summary>
    public void Append(Guid eventId, int stream)
    {
        var (name, events) = (LedgerStreams[stream].Name, Streams[LedgerStreams[stream].Name]);
        var version = events.Count == 0 ? 1 : events[^1].Version + 1;
        events.Add(new StreamEvent(eventId, version));
        First.Add(new DeliveredEvent(eventId, name, version));
        Second.Add(new DeliveredEvent(eventId, name, version));
    }

    /// <summary>Takes an event out of the store.</summary>
    public void Remove(Guid eventId)
    {
        foreach (var events in Streams.Values)
        {
            events.RemoveAll(e => e.EventId == eventId);
        }

        First.RemoveAll(e => e.EventId == eventId);
        Second.RemoveAll(e => e.EventId == eventId);
    }

    /// <summary>Changes the versions of all later events of a stream, and what was acknowledged of them.</summary>
    public void Shift(int stream, long after, int by)
    {
        var name = LedgerStreams[stream].Name;
        Streams[name] = [.. Streams[name].Select(e => e.Version > after ? e with { Version = e.Version + by } : e)];
        First = Shifted(First);
        Second = Shifted(Second);
        foreach (var request in Requests.Where(r => r.Stream == stream && r.Version > after))
        {
            request.Version += by;
        }

        List<DeliveredEvent> Shifted(List<DeliveredEvent> events) =>
            [.. events.Select(e => e.Stream == name && e.Version > after ? e with { Version = e.Version + by } : e)];
    }

    public Ledger ToLedger()
    {
        const int Workers = 4;
        var ledger = new Ledger(LedgerStreams, Workers);
        for (var i = 0; i < Requests.Count; i++)
        {
            Enter(Requests[i], ledger.Lane(i % Workers));
        }

        return ledger;
    }

    public async IAsyncEnumerable<StreamEvent> ReadStreamAsync(string stream, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        await BreakAsync("stream");
        foreach (var found in Streams[stream])
        {
            yield return found;
        }

        await BreakAsync("stream", isLate: true);
    }

    public async IAsyncEnumerable<DeliveredEvent> ReadAllAsync([EnumeratorCancellation] CancellationToken cancellationToken)
    {
        await BreakAsync("all");
        foreach (var delivered in _readings++ % 2 == 0 ? First : Second)
        {
            yield return delivered;
        }

        await BreakAsync("all", isLate: true);
    }

    public async IAsyncEnumerable<ReadBackRow> ReadModelRowsAsync([EnumeratorCancellation] CancellationToken cancellationToken)
    {
        await BreakAsync("rows");
        foreach (var row in Rows)
        {
            yield return row;
        }

        await BreakAsync("rows", isLate: true);
    }

    public async Task<IReadOnlyDictionary<string, GroupTotal>> ReadTotalsAsync(
        IReadOnlyCollection<string> groups, CancellationToken cancellationToken)
    {
        await BreakAsync("totals");
        return groups.ToDictionary(g => g, g => Totals[g], StringComparer.Ordinal);
    }

    private static void Enter(Request request, LedgerLane lane)
    {
        lane.Send(request.EventId, request.Stream, request.Amount);
        switch (request.Outcome)
        {
            case LedgerOutcome.Acknowledged:
                lane.Acknowledge(request.Version);
                break;
            case LedgerOutcome.Conflict:
                lane.Conflict();
                break;
            case LedgerOutcome.Error:
                lane.Fail();
                break;
            default:
                break;
        }
    }

    private void Send()
    {
        var outcome = _random.NextBelow(10) switch
        {
            0 => LedgerOutcome.Unknown,
            1 => LedgerOutcome.Conflict,
            2 => LedgerOutcome.Error,
            _ => LedgerOutcome.Acknowledged,
        };
        var request = new Request
        {
            Stream = _random.NextBelow(LedgerStreams.Count),
            Amount = _random.NextBelow(1_000),
            Outcome = outcome,
            IsDone = outcome == LedgerOutcome.Acknowledged || (outcome == LedgerOutcome.Unknown && _random.NextBelow(2) == 0),
        };
        Requests.Add(request);
        if (request.IsDone)
        {
            Append(request.EventId, request.Stream);
            request.Version = outcome == LedgerOutcome.Acknowledged ? First[^1].Version : 0;
            Project(request);
        }
    }

    private void Project(Request request)
    {
        var group = LedgerStreams[request.Stream].Group;
        Rows.Add(new ReadBackRow(request.EventId, group, request.Amount));
        Totals[group] = new GroupTotal(Totals[group].Count + 1, Totals[group].Total + request.Amount);
    }

    /// <summary>Whether reading breaks behind what is there, and not at once.</summary>
    public bool BreaksLate { get; set; }

    private async Task BreakAsync(string part, bool isLate = false)
    {
        await Task.Yield();
        if (Broken == part && BreaksLate == isLate)
        {
            throw new IOException("The server is gone.");
        }
    }
}
