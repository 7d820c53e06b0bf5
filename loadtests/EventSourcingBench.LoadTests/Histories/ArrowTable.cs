using Apache.Arrow;
using Apache.Arrow.Ipc;

namespace EventSourcingBench.LoadTests.Histories;

/// <summary>Writes rows as Arrow record batches, so that only one batch is in memory.</summary>
internal sealed class ArrowTable<TRow>(IReadOnlyList<ArrowColumn<TRow>> columns, IReadOnlyDictionary<string, string> metadata)
{
    private const int BatchLength = 4_096;

    /// <summary>Writes the rows.</summary>
    public async Task WriteAsync(IEnumerable<TRow> rows, Func<Schema, ArrowStreamWriter> open, CancellationToken cancellationToken)
    {
        var schema = new Schema(columns.Select(c => c.Field), metadata);
        using var writer = open(schema);
        var batch = new List<TRow>(BatchLength);
        foreach (var row in rows)
        {
            batch.Add(row);
            if (batch.Count == BatchLength)
            {
                await WriteAsync(writer, schema, batch, cancellationToken);
            }
        }

        // Also where it is empty: a file without any batch would lack the lists of names.
        await WriteAsync(writer, schema, batch, cancellationToken);
        await writer.WriteEndAsync(cancellationToken);
    }

    private async Task WriteAsync(ArrowStreamWriter writer, Schema schema, List<TRow> rows, CancellationToken cancellationToken)
    {
        await writer.WriteRecordBatchAsync(new RecordBatch(schema, columns.Select(c => c.Build(rows)), rows.Count), cancellationToken);
        rows.Clear();
    }
}
