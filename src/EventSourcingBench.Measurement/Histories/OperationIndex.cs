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
        var appends = history.Operations.Where(o => o.Kind == OperationKind.Append);
        _places = new int[appends.Select(o => o.Number + 1).DefaultIfEmpty(0).Max()];
        var place = 0;
        foreach (var lane in history.Lanes)
        {
            foreach (var operation in lane.Operations)
            {
                place++;
                if (operation.Kind == OperationKind.Append)
                    _places[operation.Number] = place;
            }

            place = (place + Length - 1) / Length * Length;
        }
    }

    /// <summary>Numbers are less than this.</summary>
    public long Count => _places.Length;

    /// <summary>An append by its number.</summary>
    /// <returns>False where there is none.</returns>
    public bool TryGet(long number, out Operation append)
    {
        var place = number < 0 || number >= Count ? -1 : _places[number] - 1;
        append = place < 0 ? default : _chunks[place / Length][place % Length];
        return place >= 0;
    }
}
