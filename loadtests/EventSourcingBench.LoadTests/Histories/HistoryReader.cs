using Apache.Arrow;
using Apache.Arrow.Ipc;

namespace EventSourcingBench.LoadTests.Histories;

/// <summary>Takes the operations of another process into a history, out of what <see cref="HistoryFile.SendAsync"/> wrote.</summary>
internal sealed class HistoryReader(StepHistory history, int process)
{
    private readonly NameColumn _kinds = new(name => IndexOf(HistoryFile.Kinds, name));
    private readonly NameColumn _outcomes = new(name => IndexOf(HistoryFile.Outcomes, name));
    private readonly NameColumn _keys = new(history.KeyOf);
    private readonly NameColumn _secondKeys = new(history.KeyOf);
    private HistoryLane? _lane;

    public async Task ReadAsync(Stream stream, CancellationToken cancellationToken)
    {
        try
        {
            using var reader = new ArrowStreamReader(stream, leaveOpen: true);
            var (read, declared) = (0L, -1L);
            while (await reader.ReadNextRecordBatchAsync(cancellationToken) is { } batch)
            {
                using (batch)
                {
                    Take(batch);
                    read += batch.Length;
                    declared = long.Parse(batch.Schema.Metadata[HistoryFile.CountKey], CultureInfo.InvariantCulture);
                    if (batch.Schema.Metadata[HistoryFile.IncompleteKey] is { Length: > 0 } why)
                        history.Incomplete = $"generator {process}: {why}";
                }
            }

            if (read != declared)
                throw new InvalidDataException($"{read} of {declared} operations were read");
        }
        catch (Exception e) when (e is not (OperationCanceledException or IOException or InvalidDataException))
        {
            // Whatever a library throws at data that is cut off or damaged.
            throw new InvalidDataException($"the history is damaged: {e.Message}", e);
        }
    }

    private static int IndexOf(IReadOnlyList<string> names, string name) =>
        names.ToList().IndexOf(name) is >= 0 and var index ? index : throw new InvalidDataException($"'{name}' is unknown");

    // Rows come lane after lane, in the order of the workers; one that did nothing has none.
    private HistoryLane LaneOf(int worker)
    {
        while (_lane is null || _lane.Worker < worker)
            _lane = history.AddLane(process);

        return _lane;
    }

    private void Take(RecordBatch batch)
    {
        var numbers = Values<long>(batch, "number");
        var starts = Values<long>(batch, "start");
        var versions = Values<long>(batch, "version");
        var positions = Values<long>(batch, "position");
        var hashes = Values<ulong>(batch, "hash");
        var workers = Values<int>(batch, "worker");
        var latenesses = Values<uint>(batch, "lateness");
        var durations = Values<uint>(batch, "duration");
        var arguments = Values<int>(batch, "argument");
        var conflicts = Values<int>(batch, "conflicts");
        var (kinds, outcomes) = (batch.Column("kind"), batch.Column("outcome"));
        var (keys, secondKeys) = (batch.Column("stream"), batch.Column("second_stream"));
        for (var i = 0; i < batch.Length; i++)
        {
            LaneOf(workers[i]).Add(new Operation(
                numbers[i], (OperationKind)_kinds.At(kinds, i), _keys.At(keys, i), _secondKeys.At(secondKeys, i), arguments[i], hashes[i],
                starts[i], latenesses[i], durations[i], (Outcome)_outcomes.At(outcomes, i), (ushort)conflicts[i], versions[i],
                positions[i]));
        }
    }

    private static ReadOnlySpan<T> Values<T>(RecordBatch batch, string name)
        where T : struct, IEquatable<T> => ((PrimitiveArray<T>)batch.Column(name)).Values;

    /// <summary>A column of names, each looked up once.</summary>
    private sealed class NameColumn(Func<string, int> find)
    {
        private readonly Dictionary<int, int> _found = [];

        public int At(IArrowArray column, int row)
        {
            var names = (DictionaryArray)column;
            if (((Int32Array)names.Indices).GetValue(row) is not { } index)
                return Operation.NoKey;

            if (!_found.TryGetValue(index, out var found))
                _found[index] = found = find(((StringArray)names.Dictionary).GetString(index));

            return found;
        }
    }
}
