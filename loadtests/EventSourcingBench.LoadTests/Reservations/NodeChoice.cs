using System.Diagnostics;
using EventSourcingBench.Api;

namespace EventSourcingBench.LoadTests;

/// <summary>Which node a request goes to. One that lost a connection is left out for a while.</summary>
internal sealed class NodeChoice(ApiNodeGroup nodes, Routing routing)
{
    private const int MostNodes = 9;
    private static readonly TimeSpan Avoided = TimeSpan.FromSeconds(1);

    private readonly long[] _avoidedUntil = new long[MostNodes];
    private int _turn;

    /// <summary>The number of the node, and where it listens.</summary>
    public (int Node, Uri Address) For(string show)
    {
        var addresses = nodes.Addresses;
        var now = Stopwatch.GetTimestamp();
        var node = addresses.Count == 1 ? 0
            : routing == Routing.Client ? Rendezvous.OwnerOf(show, addresses.Count, n => Volatile.Read(ref _avoidedUntil[n]) <= now)
            : Next(addresses.Count, now);
        return (node, addresses[node]);
    }

    /// <summary>The node could not be reached.</summary>
    public void Avoid(int node) => Volatile.Write(ref _avoidedUntil[node], Stopwatch.GetTimestamp() + (long)(Avoided.TotalSeconds * Stopwatch.Frequency));

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
