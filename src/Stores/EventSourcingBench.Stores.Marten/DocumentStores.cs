namespace EventSourcingBench.Stores.Marten;

/// <summary>Creates Marten's document stores, all on one pool and one schema. Marten fixes the projections of a document store at its
/// creation, so each projection started later has a separate one.</summary>
internal sealed class DocumentStores(NpgsqlDataSource pool, string schema, MartenOptions options)
{
    /// <summary>The name of all events in <c>mt_events.type</c>. Tombstones have another name.</summary>
    public const string EventType = "stored_event";

    public DocumentStore Build(Action<MartenConfiguration>? configure = null, IDaemonWakeup? wakeup = null) => DocumentStore.For(marten =>
    {
        marten.Connection(pool);
        marten.DatabaseSchemaName = schema;
        // MartenSchema creates all tables beforehand. Checking for missing tables in each store takes half a second.
        marten.AutoCreateSchemaObjects = AutoCreate.None;
        marten.UseSystemTextJsonForSerialization();
        marten.DisableNpgsqlLogging = true;

        marten.Events.DatabaseSchemaName = schema;
        marten.Events.StreamIdentity = StreamIdentity.AsString;
        marten.Events.AppendMode = options.Rich ? EventAppendMode.Rich : EventAppendMode.QuickWithServerTimestamps;
        marten.Events.UseExclusiveLockOnConcurrentAppends = options.LockStreams;
        marten.Events.UseListenNotifyForEventAppends = options.Wakeup == "notify";

        // Retries are recognized by event ids: this index refuses duplicates.
        marten.Events.EnableUniqueIndexOnEventId = true;
        marten.Events.MapEventType<StoredEvent>(EventType);

        marten.Projections.AsyncMode = DaemonMode.Solo;
        marten.Projections.StaleSequenceThreshold = options.StaleGap;
        marten.Projections.Errors.SkipApplyErrors = false;
        marten.Projections.Errors.SkipSerializationErrors = false;
        marten.Projections.Errors.SkipUnknownEvents = false;
        marten.Projections.RebuildErrors.SkipApplyErrors = false;
        if (wakeup is not null)
            marten.Projections.Wakeup = wakeup;

        configure?.Invoke(marten);
    });
}
