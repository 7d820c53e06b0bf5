namespace EventSourcingBench.Measurement.Histories;

/// <summary>Finds the appends of a history by number, at 4 bytes each. Made when nothing writes to the history any more.</summary>
public sealed class OperationIndex
{
    private readonly List<OperationChunk> _chunks;
    private readonly int[] _places;

    /// <summary>Makes the index.</summary>
    public OperationIndex(StepHistory history)
    {
        _chunks = [.. history.Lanes.SelectMany(l => l.Chunks)];
        Count = _chunks.SelectMany(Appends).Select(i => i.Number + 1).DefaultIfEmpty(0).Max();
        _places = new int[Count];
        Array.Fill(_places, -1);
        for (var chunk = 0; chunk < _chunks.Count; chunk++)
        {
            foreach (var (number, place) in Appends(_chunks[chunk]))
            {
                _places[number] = (chunk * OperationChunk.Length) + place;
            }
        }
    }

    /// <summary>Numbers are less than this.</summary>
    public long Count { get; }

    /// <summary>An append by its number.</summary>
    /// <returns>False where there is none.</returns>
    public bool TryGet(long number, out Operation append)
    {
        if (number < 0 || number >= Count || _places[number] < 0)
        {
            append = default;
            return false;
        }

        append = _chunks[_places[number] / OperationChunk.Length][_places[number] % OperationChunk.Length];
        return true;
    }

    private static IEnumerable<(long Number, int Place)> Appends(OperationChunk chunk)
    {
        for (var i = 0; i < chunk.Count; i++)
        {
            if (chunk[i] is { Kind: OperationKind.Append } append)
                yield return (append.Number, i);
        }
    }
}
