namespace EventSourcingBench.LoadTests.Targets;

/// <summary>The client of a load on a store behind the API, with so many workers and at most so many connections to a node. The endpoint
/// is asked for again for each request, as nodes may be replaced. Where there are several nodes, each worker asks one of them. A request
/// for a show goes to the node that has the show; if its connection is refused or breaks, it goes to another one, with the same id: it is
/// done once. If what the first one did is unknown, only success settles it.</summary>
/// <param name="firstNode">The node of the first worker; those of the others follow in turn.</param>
internal sealed class ApiLoadTarget(Func<ApiEndpoint> endpoint, int copies, int firstNode = 0) : ILoadTarget, IDisposable
{
    private readonly HttpLoadClient _client = new(copies);
    private readonly NodeChoice _choice = new();
    private readonly RequestWriter[] _writers =
        [.. Enumerable.Repeat(endpoint().AddressOn(endpoint().Nodes[0]), copies).Select(a => new RequestWriter(a))];

    // By worker: the nodes of one of which its addresses are.
    private readonly IReadOnlyList<Uri>?[] _known = new IReadOnlyList<Uri>?[copies];

    public ApiEndpoint Endpoint => endpoint();

    public async ValueTask<LoadReply> SendAsync(int worker, StoreOperation operation, TimeSpan timeout)
    {
        var writer = _writers[worker];
        if (operation.Show is not { } show)
        {
            var at = endpoint();
            if (_known[worker] != at.Nodes)
                (_known[worker], writer.Store) = (at.Nodes, at.AddressOn(at.Nodes[(firstNode + worker) % at.Nodes.Count]));

            var only = await _client.SendAsync(worker, operation.ToHttp(writer), timeout);
            return operation.Read(only) with { Parts = only.Parts };
        }

        // All attempts share the time of one.
        var (isKnown, begun, left) = (true, Stopwatch.GetTimestamp(), timeout);
        for (var sent = 1; ; sent++)
        {
            var api = endpoint();
            var node = _choice.For(show, api);
            writer.Store = api.AddressOn(api.Nodes[node]);
            var reply = await _client.SendAsync(worker, operation.ToHttp(writer), left);
            left = timeout - Stopwatch.GetElapsedTime(begun);
            if (!reply.LostConnection || sent >= api.Nodes.Count || left <= TimeSpan.Zero)
            {
                var read = operation.Read(reply) with { Resent = sent - 1, Parts = reply.Parts };
                return isKnown ? read : read.AfterLostAnswer();
            }

            isKnown &= reply.Outcome != Outcome.Timeout;
            _choice.Avoid(node);
        }
    }

    public void Dispose()
    {
        _client.Dispose();
        Array.ForEach(_writers, w => w.Dispose());
    }
}

/// <summary>A store behind the API, for the clients of a load. An enrolment leaves 1 event with DCB, 2 with aggregates.</summary>
internal sealed record ApiEndpoint(string Store, IReadOnlyList<Uri> Nodes, Routing Routing, int EventsOfJoining)
{
    public Uri AddressOn(Uri node) => new(node, $"stores/{Store}/");
}

/// <summary>Which node a request goes to. One that lost a connection is left out for a while.</summary>
internal sealed class NodeChoice
{
    private const int MostNodes = 9;
    private static readonly TimeSpan Avoided = TimeSpan.FromSeconds(1);

    private readonly long[] _avoidedUntil = new long[MostNodes];
    private int _turn;

    public int For(string show, ApiEndpoint api)
    {
        var (count, now) = (api.Nodes.Count, Stopwatch.GetTimestamp());
        return count == 1 ? 0
            : api.Routing == Routing.Client ? Rendezvous.OwnerOf(show, count, n => Volatile.Read(ref _avoidedUntil[n]) <= now)
            : Next(count, now);
    }

    public void Avoid(int node) =>
        Volatile.Write(ref _avoidedUntil[node], Stopwatch.GetTimestamp() + (long)(Avoided.TotalSeconds * Stopwatch.Frequency));

    private int Next(int count, long now)
    {
        var first = (int)((uint)Interlocked.Increment(ref _turn) % (uint)count);
        var tried = 0;
        while (tried < count && Volatile.Read(ref _avoidedUntil[(first + tried) % count]) > now)
            tried++;

        return (first + tried) % count;
    }
}

/// <summary>Who finds the owner of a show among several nodes of the API: the generator, or the node that it asks in turn.</summary>
internal enum Routing
{
    Client = 0,
    Node = 1,
}
