namespace EventSourcingBench.Api.Nodes;

/// <summary>Assigns keys to nodes by rendezvous hashing (Thaler and Ravishankar 1998): the node with the greatest hash of node and key owns
/// the key. If a node fails, only its keys move, evenly to the others.</summary>
public static class Rendezvous
{
    /// <returns>The owner's index, from 0.</returns>
    public static int OwnerOf(string key, int nodes, Func<int, bool> isAlive)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(nodes, 1);
        var hash = Hash(key);
        var all = Enumerable.Range(0, nodes);
        var alive = all.Where(isAlive).ToList();
        return (alive.Count > 0 ? alive : all).MaxBy(node => Mix(hash ^ Mix((ulong)node + 1)));
    }

    // FNV-1a: the same in every process, unlike string.GetHashCode.
    private static ulong Hash(string key)
    {
        var hash = 14695981039346656037UL;
        foreach (var value in Encoding.UTF8.GetBytes(key))
            hash = unchecked((hash ^ value) * 1099511628211UL);

        return hash;
    }

    // The finalizer of SplitMix64 spreads similar values.
    private static ulong Mix(ulong z)
    {
        unchecked
        {
            z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
            z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
            return z ^ (z >> 31);
        }
    }
}
