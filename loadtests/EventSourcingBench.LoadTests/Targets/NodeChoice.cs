using System.Diagnostics;

namespace EventSourcingBench.LoadTests.Targets;

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
        for (var i = 0; i < count; i++)
        {
            var node = (first + i) % count;
            if (Volatile.Read(ref _avoidedUntil[node]) <= now)
            {
                return node;
            }
        }

        return first;
    }
}

/// <summary>Who finds the owner of a show among several nodes of the API.</summary>
internal enum Routing
{
    /// <summary>The generator sends each request to the owner.</summary>
    Client = 0,

    /// <summary>The generator takes the nodes in turn; a node that is not the owner passes the request on.</summary>
    Node = 1,
}
