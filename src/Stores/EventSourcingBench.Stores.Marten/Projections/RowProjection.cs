using Marten.Events.Projections;

namespace EventSourcingBench.Stores.Marten.Projections;

/// <summary>Adapts a projection of the contract to Marten's event projections. Marten's source generator writes the dispatch to
/// <see cref="Project"/>.</summary>
internal sealed partial class RowProjection : EventProjection
{
    private readonly IProjection _projection;
    private readonly string _saveSql;
    private readonly SaveListener? _listener;

    // The listener receives the rows of a rebuild; null for inline.
    public RowProjection(IProjection projection, ReadModelTables tables, int batchSize, SaveListener? listener)
    {
        (_projection, _listener) = (projection, listener);
        _saveSql = tables.SaveSql;
        Name = projection.Name;
        Options.BatchSize = batchSize;

        // Rows and sums are emptied together and in the order that inline appends need: see ReadModelTables.
        Options.TeardownDataOnRebuild = false;
        foreach (var table in tables.Definitions)
            SchemaObjects.Add(table);
    }

    public void Project(IEvent<StoredEvent> recorded, IDocumentOperations operations)
    {
        if (Row(recorded) is { } row)
        {
            var save = new SaveRow(_projection.Name, _saveSql, row, recorded.Sequence);
            _listener?.Expect(save);
            operations.QueueOperation(save);
        }
    }

    private ReadModelRow? Row(IEvent<StoredEvent> recorded)
    {
        try
        {
            return _projection.Project(StoredEvent.Recorded(recorded));
        }
        catch (Exception e)
        {
            // This version of the daemon loses the exception: it disposes of a batch that it has not created yet.
            _listener?.Thrown = e;
            throw;
        }
    }
}
