namespace EventSourcingBench.Measurement.Histories;

/// <summary>Finds the appends of a history by number, at 4 bytes each. Made when nothing writes to the history any more.</summary>
public sealed class OperationIndex
{
    private const int Length = ChunkList<Operation>.Length;
    private readonly Operation[][] _chunks;

    // From 1; 0 where there is no append of the number.
    private readonly int[] _places;

    public OperationIndex(StepHistory history)
    {
        _chunks = [.. history.Lanes.SelectMany(l => l.Chunks)];
        _places = new int[history.Count];
        var begin = 0;
        foreach (var lane in history.Lanes)
        {
            for (var i = 0; i < lane.Count; i++)
            {
                if (lane[i] is not { Kind: OperationKind.Append, Number: var number })
                    continue;

                // Numbers are sparse where other requests have numbers too, or a generator has died.
                if (number >= _places.Length)
                    Array.Resize(ref _places, (int)Math.Max(number + 1, 2L * _places.Length));

                (_places[number], Count) = (begin + i + 1, Math.Max(Count, number + 1));
            }

            begin += lane.Chunks.Count * Length;
        }
    }

    /// <summary>Numbers are less than this.</summary>
    public long Count { get; private set; }

    public bool TryGet(long number, out Operation append)
    {
        var place = number < 0 || number >= Count ? -1 : _places[number] - 1;
        append = place < 0 ? default : _chunks[place / Length][place % Length];
        return place >= 0;
    }
}
