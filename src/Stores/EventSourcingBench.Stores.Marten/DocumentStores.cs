using JasperFx;
using JasperFx.Events;
using JasperFx.Events.Daemon;
using JasperFx.Events.Daemon.HighWater;
using Marten;
using Npgsql;

namespace EventSourcingBench.Stores.Marten;

/// <summary>
/// Makes Marten's document stores, all on one pool and one schema. Marten fixes a store's projections when it makes the
/// store; ours come later, so a projection has a document store of its own.
/// </summary>
internal sealed class DocumentStores(NpgsqlDataSource pool, string schema, MartenOptions options)
{
    /// <summary>The name of all our events in <c>mt_events.type</c>: tombstones have another.</summary>
    public const string EventType = "stored_event";

    public DocumentStore Build(Action<StoreOptions>? configure = null, IDaemonWakeup? wakeup = null) => DocumentStore.For(marten =>
    {
        marten.Connection(pool);
        marten.DatabaseSchemaName = schema;
        // MartenSchema makes everything beforehand; a look for missing tables in each store takes half a second.
        marten.AutoCreateSchemaObjects = AutoCreate.None;
        marten.UseSystemTextJsonForSerialization();
        marten.DisableNpgsqlLogging = true;

        marten.Events.DatabaseSchemaName = schema;
        marten.Events.StreamIdentity = StreamIdentity.AsString;
        marten.Events.AppendMode = options.Rich ? EventAppendMode.Rich : EventAppendMode.QuickWithServerTimestamps;
        marten.Events.UseExclusiveLockOnConcurrentAppends = options.LockStreams;
        marten.Events.UseListenNotifyForEventAppends = options.Wakeup == "notify";

        // A retry is known by its event ids: the index is what refuses the second one.
        marten.Events.EnableUniqueIndexOnEventId = true;
        marten.Events.MapEventType<StoredEvent>(EventType);

        marten.Projections.AsyncMode = DaemonMode.Solo;
        marten.Projections.StaleSequenceThreshold = options.StaleGap;
        marten.Projections.Errors.SkipApplyErrors = false;
        marten.Projections.Errors.SkipSerializationErrors = false;
        marten.Projections.Errors.SkipUnknownEvents = false;
        marten.Projections.RebuildErrors.SkipApplyErrors = false;
        if (wakeup is not null)
        {
            marten.Projections.Wakeup = wakeup;
        }

        configure?.Invoke(marten);
    });
}
