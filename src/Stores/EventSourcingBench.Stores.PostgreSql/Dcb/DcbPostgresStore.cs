namespace EventSourcingBench.Stores.PostgreSql.Dcb;

/// <summary>An open DCB store: one connection pool, one schema, and its lanes. Reads and appends share the round trips and commits of a
/// lane; long reads and those of subscriptions use pooled connections.</summary>
internal sealed class DcbPostgresStore(PostgresParts parts, DcbDialect dialect, PostgresOptions options) : IStore, IDcbEventStore
{
    /// <summary>The maximum number of events of one read on the lane, where other callers wait, and of a subscription's page.</summary>
    private const int Short = 1_000;

    // A notification costs about as much as an append.
    private static readonly TimeSpan NotifyAtMostEvery = TimeSpan.FromMilliseconds(50);

    private static readonly DcbStatement<IReadOnlyList<PendingRead>> ReadAll =
        new("312_dcb_read_all", (parameters, reads) => parameters.Then(reads[0].After).Then((long)reads[0].Limit));

    private readonly Lane<LaneWork>[] _lanes = [.. Enumerable.Range(0, options.Lanes).Select(_ => new Lane<LaneWork>(
        new DcbRunner(new DcbConnection(parts.Database, dialect), parts.Notifications.Raise), options.MaxBatch, answersItself: true,
        parts.Context.Time))];

    public StoreCapabilities Capabilities =>
        StoreCapabilities.IdempotentAppend | StoreCapabilities.GlobalPosition | StoreCapabilities.Persistent | StoreCapabilities.KeepsBytes;

    public IStoreInspector Inspector => parts.Inspector;

    public static async Task<IStore> OpenAsync(DcbDialect dialect, StoreContext context, CancellationToken cancellationToken)
    {
        var options = PostgresOptions.ForDcb(context.Options);

        // With custom plans, the arrays' sizes would cause a new plan at each call, and planning takes longer than the rest. Read
        // committed lets the function see, after it has the lock, what was committed before.
        var parts = await PostgresParts.OpenAsync(
            context, "dcb-postgres", PostgresErrors.Postgres, options.MaxConnections,
            dialect.SessionOptions + @" -c jit=off -c plan_cache_mode=force_generic_plan -c default_transaction_isolation=read\ committed",
            dialect.Schema, NotifyAtMostEvery, cancellationToken);
        return new DcbPostgresStore(parts, dialect, options);
    }

    public Task<StoreDescription> DescribeAsync(CancellationToken cancellationToken = default) => parts.Database.DescribeAsync(
        $"Npgsql {LibraryVersion.Of(typeof(NpgsqlConnection))}",
        dialect.Mechanism
            + " One function checks the conditions and inserts, under a lock that is held until the commit, so that positions are "
            + "committed in their order. "
            + (options.MaxBatch > 1
                ? "Waiting reads and appends share the next round trip and its commit."
                : "Each read and each append is a separate round trip."),
        [
            new("lanes", options.Lanes.ToString(CultureInfo.InvariantCulture), FromServer: false),
            new("maxBatch", options.MaxBatch.ToString(CultureInfo.InvariantCulture), FromServer: false),
        ],
        cancellationToken);

    public async ValueTask<DcbReadResult> ReadAsync(
        DcbQuery query, long after = 0, int limit = int.MaxValue, CancellationToken cancellationToken = default)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(limit);
        cancellationToken.ThrowIfCancellationRequested();
        var normal = Normal(query);
        if (!normal.HasTagsEach())
            return await ReadPooledAsync(normal, after, limit, cancellationToken);

        var work = new PendingRead(normal, after, Math.Min(limit, Short));
        Idlest().Enqueue(work);
        var read = await work.AnswerAsync(cancellationToken);
        if (read.Events.Count < Short || limit == Short)
            return read;

        // No event can have appeared before the events that were read: the rest comes after them.
        var rest = await ReadPooledAsync(normal, read.Events[^1].Position, limit - Short, cancellationToken);
        return rest with { Events = [.. read.Events, .. rest.Events] };
    }

    // Positions are committed in order, so no event appears at or before a position, or a head, that was read.
    public async IAsyncEnumerable<DcbRecordedEvent> SubscribeAsync(
        DcbQuery query, long after = 0, [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        var (normal, committed) = (Normal(query), parts.Notifications.Committed);
        using var either = parts.Closing.Link(cancellationToken);
        while (true)
        {
            // Taken before the query: a commit in between is either seen by the query or ends the wait at once.
            var seen = committed.Seen;
            var read = await UntilClosedAsync(ReadPooledAsync(normal, after, Short, either.Token));
            foreach (var found in read.Events)
            {
                yield return found;
                after = found.Position;
            }

            if (read.Events.Count < Short)
            {
                after = Math.Max(after, read.Head);
                await UntilClosedAsync(committed.WaitAsync(seen, options.PollInterval, parts.Context.Time, either.Token));
            }
        }

        ValueTask<T> UntilClosedAsync<T>(ValueTask<T> step) => parts.Closing.UntilClosedAsync(step.AsTask(), cancellationToken);
    }

    public ValueTask<DcbAppendResult> AppendAsync(
        IReadOnlyList<DcbEvent> events, DcbAppendCondition? condition, CancellationToken cancellationToken = default)
    {
        Appends.RequireDistinct(events);
        if (events.FirstOrDefault(e => e.Tags.Distinct(StringComparer.Ordinal).Count() != e.Tags.Count) is { } wrong)
            throw new ArgumentException($"An event has a tag twice: {string.Join(", ", wrong.Tags)}.", nameof(events));

        cancellationToken.ThrowIfCancellationRequested();
        var work = new PendingDcbAppend(
            events, condition is null ? null : condition with { FailIfMatches = Normal(condition.FailIfMatches) });
        Idlest().Enqueue(work);
        return new ValueTask<DcbAppendResult>(work.AnswerAsync(cancellationToken));
    }

    public ValueTask DisposeAsync() => parts.CloseAsync([.. _lanes, parts.Notifications]);

    private Lane<LaneWork> Idlest() => _lanes.MinBy(l => l.Load)!;

    // An item that matches any event makes the query match all.
    private static DcbQuery Normal(DcbQuery query) => query.MatchesAll() ? DcbQuery.All : query;

    private async ValueTask<DcbReadResult> ReadPooledAsync(DcbQuery query, long after, int limit, CancellationToken cancellationToken)
    {
        PendingRead[] only = [new(query, after, limit)];
        var statement = query.Items.Count > 0 ? dialect.Reading(only) : ReadAll;
        var rows = await parts.Database.StreamAsync(
            parts.Database.Scripts.Get(statement.Script),
            r => (Head: r.GetInt64(DcbRow.Head), Event: DcbRow.Event(r)),
            to => statement.Fill(new TypedParameters(to), only),
            cancellationToken).ToListAsync(cancellationToken);
        return new DcbReadResult([.. rows.Select(r => r.Event).OfType<DcbRecordedEvent>()], rows[^1].Head);
    }
}
