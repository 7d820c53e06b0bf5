using System.Runtime.InteropServices;

namespace EventSourcingBench.LoadTests;

/// <summary>One reading of the catch-up subscription from the start.</summary>
internal sealed class SubscriptionReading
{
    private readonly List<int> _order = [];
    private readonly Dictionary<string, List<long>> _versions = new(StringComparer.Ordinal);

    /// <summary>The indexes of the events in the order in which each came for the first time.</summary>
    public IReadOnlyList<int> Order => _order;

    /// <summary>Events that were delivered as being at another place than the one where their stream has them.</summary>
    public int Mislabelled { get; set; }

    /// <summary>Enters an event that came for the first time.</summary>
    public void Add(int index, DeliveredEvent delivered)
    {
        _order.Add(index);
        ref var versions = ref CollectionsMarshal.GetValueRefOrAddDefault(_versions, delivered.Stream, out _);
        (versions ??= []).Add(delivered.Version);
    }

    /// <summary>Events that came out of their stream's order, and the first stream where that was so.</summary>
    public (int Count, string? Stream) OutOfStreamOrder()
    {
        var (count, stream) = (0, (string?)null);
        foreach (var (name, versions) in _versions)
        {
            var disorder = Disorder.Count(CollectionsMarshal.AsSpan(versions));
            count += disorder;
            stream ??= disorder > 0 ? name : null;
        }

        return (count, stream);
    }

    /// <summary>Events that would have to be moved to get from one reading's order to the other's.</summary>
    public static int Difference(SubscriptionReading first, SubscriptionReading second, int eventCount)
    {
        // Places count from 1; 0 is an event that the first reading did not deliver.
        var places = new int[eventCount];
        for (var i = 0; i < first.Order.Count; i++)
        {
            places[first.Order[i]] = i + 1;
        }

        var sequence = new List<long>(second.Order.Count);
        foreach (var index in second.Order)
        {
            if (places[index] > 0)
            {
                sequence.Add(places[index]);
            }
        }

        return Disorder.Count(CollectionsMarshal.AsSpan(sequence));
    }
}
