using Apache.Arrow;
using Apache.Arrow.Ipc;
using Apache.Arrow.Types;

namespace EventSourcingBench.LoadTests.Histories;

/// <summary>A history as Arrow data: files of a results folder, or a stream from one process to another (docs/history.md).</summary>
internal sealed class HistoryFile(StepHistory history, IReadOnlyDictionary<string, string>? about = null)
{
    public const string CountKey = "operations";
    public const string IncompleteKey = "incomplete";

    private const int BatchLength = 4_096;

    public static IReadOnlyList<string> Kinds { get; } = Names<OperationKind>();

    public static IReadOnlyList<string> Outcomes { get; } = Names<Outcome>();

    private Dictionary<string, string> Metadata => new(about ?? new Dictionary<string, string>(), StringComparer.Ordinal)
    {
        ["schema_version"] = "3",
        ["first_event_id"] = history.Ids.First.ToString(),
        ["events_per_operation"] = Text(history.EventsPerOperation),
        ["bulk_count"] = Text(history.BulkCount),
        ["one_clock"] = history.HasOneClock ? "true" : "false",
        [CountKey] = Text(history.Count),
        [IncompleteKey] = history.Incomplete ?? "",
    };

    public Task SendAsync(Stream stream, CancellationToken cancellationToken) =>
        WriteAsync(Operations, schema => new ArrowStreamWriter(stream, schema, leaveOpen: true), cancellationToken);

    /// <summary>Writes the files of a step; files of the same names are replaced.</summary>
    public async Task SaveAsync(string folder, string name, CancellationToken cancellationToken)
    {
        Directory.CreateDirectory(folder);
        await SaveAsync("operations", Operations);
        await SaveAsync("observations", ObservedEvents);
        if (history.Bulk is { } bulk)
            await SaveAsync("bulk", EventsOf(bulk));

        async Task SaveAsync<TRow>(string kind, HistoryTable<TRow> table)
        {
            await using var file = File.Create(Path.Combine(folder, $"{name}-{kind}.arrow"));
            await WriteAsync(table, schema => new ArrowFileWriter(file, schema, leaveOpen: true), cancellationToken);
        }
    }

    private static string[] Names<T>()
        where T : struct, Enum => [.. Enum.GetNames<T>().Select(JsonNamingPolicy.SnakeCaseLower.ConvertName)];

    private static string Text(long number) => number.ToString(CultureInfo.InvariantCulture);

    private HistoryTable<OperationRow> Operations => new(
        [
            ArrowColumn<OperationRow>.Of("number", Int64Type.Default, r => r.Operation.Number),
            ArrowColumn<OperationRow>.Of("event_number", Int64Type.Default, EventNumber, isNullable: true),
            ArrowColumn<OperationRow>.Of("process", Int32Type.Default, r => r.Lane.Process),
            ArrowColumn<OperationRow>.Of("worker", Int32Type.Default, r => r.Lane.Worker),
            ArrowColumn<OperationRow>.Of("kind", Kinds, r => (int)r.Operation.Kind),
            ArrowColumn<OperationRow>.Of("stream", history.Keys, r => r.Operation.Key),
            ArrowColumn<OperationRow>.Of("second_stream", history.Keys, r => r.Operation.SecondKey),
            ArrowColumn<OperationRow>.Of("argument", Int32Type.Default, r => r.Operation.Argument),
            ArrowColumn<OperationRow>.Of("hash", UInt64Type.Default, r => r.Operation.Hash),
            ArrowColumn<OperationRow>.Of("start", Int64Type.Default, r => r.Operation.Start),
            ArrowColumn<OperationRow>.Of("lateness", UInt32Type.Default, r => r.Operation.Lateness),
            ArrowColumn<OperationRow>.Of("duration", UInt32Type.Default, r => r.Operation.Duration),
            ArrowColumn<OperationRow>.Of("outcome", Outcomes, r => (int)r.Operation.Outcome),
            ArrowColumn<OperationRow>.Of("conflicts", Int32Type.Default, r => (int)r.Operation.Conflicts),
            ArrowColumn<OperationRow>.Of("version", Int64Type.Default, r => r.Operation.Version),
            ArrowColumn<OperationRow>.Of("position", Int64Type.Default, r => r.Operation.Position),
        ],
        history.Lanes.SelectMany(l => l.Operations.Select(o => new OperationRow(l, o))));

    private HistoryTable<ObservationRow> ObservedEvents => new(
        [
            ArrowColumn<ObservationRow>.Of("process", Int32Type.Default, r => r.Lane.Process),
            ArrowColumn<ObservationRow>.Of("worker", Int32Type.Default, r => r.Lane.Worker),
            ArrowColumn<ObservationRow>.Of("number", Int64Type.Default, r => r.Number),
            ArrowColumn<ObservationRow>.Of("event_number", Int64Type.Default, r => r.Seen.Number, isNullable: true),
            ArrowColumn<ObservationRow>.Of("version", UInt32Type.Default, r => r.Seen.Version),
            ArrowColumn<ObservationRow>.Of("fold", UInt32Type.Default, r => r.Seen.Fold),
        ],
        from lane in history.Lanes
        from operation in lane.Operations
        where operation.Kind is OperationKind.Read or OperationKind.Delivery
        from index in Enumerable.Range(0, operation.Argument)
        select new ObservationRow(lane, operation.Number, lane.Observed(operation.Position + index)));

    private HistoryTable<long> EventsOf(BulkHistory bulk) => new(
        [
            ArrowColumn<long>.Of("event_number", Int64Type.Default, n => n),
            ArrowColumn<long>.Of("stream", history.Keys, bulk.Content.StreamOf),
            ArrowColumn<long>.Of("hash", UInt64Type.Default, bulk.Content.HashOf),
            ArrowColumn<long>.Of("state", Names<BulkState>(), n => (int)bulk[n]),
        ],
        Enumerable.InfiniteSequence(0L, 1L).TakeWhile(n => n < bulk.Count));

    // In batches, so that only one is in memory; one also where there is no row: a file without any would lack the lists of names.
    private async Task WriteAsync<TRow>(HistoryTable<TRow> table, Func<Schema, ArrowStreamWriter> open, CancellationToken cancellationToken)
    {
        var schema = new Schema(table.Columns.Select(c => c.Field), Metadata);
        using var writer = open(schema);
        foreach (var batch in table.Rows.Chunk(BatchLength).DefaultIfEmpty([]))
        {
            var built = table.Columns.Select(c => c.Build(batch));
            await writer.WriteRecordBatchAsync(new RecordBatch(schema, built, batch.Length), cancellationToken);
        }

        await writer.WriteEndAsync(cancellationToken);
    }

    private long EventNumber(OperationRow row) => row.Operation.Kind switch
    {
        OperationKind.Append => history.EventOf(row.Operation.Number),
        OperationKind.BulkAppend => row.Operation.Number,
        _ => -1,
    };

    private sealed record HistoryTable<TRow>(IReadOnlyList<ArrowColumn<TRow>> Columns, IEnumerable<TRow> Rows);

    private readonly record struct OperationRow(HistoryLane Lane, Operation Operation);

    private readonly record struct ObservationRow(HistoryLane Lane, long Number, Observation Seen);
}
