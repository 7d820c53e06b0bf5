using Npgsql;

namespace EventSourcingBench.Stores.PostgreSql.Dcb;

/// <summary>An open DCB store: one connection pool, one schema, and its lanes.</summary>
internal sealed class DcbPostgresStore : IStore
{
    // A notification costs about as much as an append.
    private static readonly TimeSpan NotifyAtMostEvery = TimeSpan.FromMilliseconds(50);

    private readonly PostgresParts _parts;
    private readonly DcbDialect _dialect;
    private readonly DcbOptions _options;
    private readonly Lane<DcbWork>[] _lanes;

    private DcbPostgresStore(PostgresParts parts, DcbDialect dialect, DcbOptions options)
    {
        (_parts, _dialect, _options) = (parts, dialect, options);
        _lanes =
        [
            .. Enumerable.Range(0, options.Lanes).Select(_ => new Lane<DcbWork>(
                new DcbRunner(new DcbConnection(parts.Database, dialect), parts.Notifications.Raise),
                options.MaxBatch,
                answersItself: true,
                parts.Context.Time)),
        ];
        Dcb = new DcbLog(parts, dialect, _lanes, options.PollInterval);
    }

    public StoreCapabilities Capabilities =>
        StoreCapabilities.IdempotentAppend | StoreCapabilities.GlobalPosition | StoreCapabilities.Persistent | StoreCapabilities.KeepsBytes;

    public IDcbEventStore Dcb { get; }

    /// <summary>Connects and creates the schema.</summary>
    public static async Task<IStore> OpenAsync(DcbDialect dialect, StoreContext context, CancellationToken cancellationToken)
    {
        var options = DcbOptions.From(context.Options);

        // With custom plans, the arrays' sizes would cause a new plan at each call, and planning takes longer than the rest. Read
        // committed lets the function see, after it has the lock, what was committed before.
        var parts = await PostgresParts.OpenAsync(
            context,
            "dcb-postgres",
            PostgresErrors.Postgres,
            options.MaxConnections,
            dialect.SessionOptions
                + @" -c jit=off -c plan_cache_mode=force_generic_plan -c default_transaction_isolation=read\ committed",
            dialect.Schema,
            NotifyAtMostEvery,
            cancellationToken);
        return new DcbPostgresStore(parts, dialect, options);
    }

    public Task<StoreDescription> DescribeAsync(CancellationToken cancellationToken = default) => _parts.Database.DescribeAsync(
        $"Npgsql {PostgresDatabase.VersionOf(typeof(NpgsqlConnection))}",
        _dialect.Mechanism
            + " One function checks the conditions and inserts, under a lock that is held until the commit, so that positions are "
            + "committed in their order. "
            + (_options.MaxBatch > 1
                ? "Waiting reads and appends share the next round trip and its commit."
                : "Each read and each append is a separate round trip."),
        [
            new("lanes", _options.Lanes.ToString(CultureInfo.InvariantCulture), FromServer: false),
            new("maxBatch", _options.MaxBatch.ToString(CultureInfo.InvariantCulture), FromServer: false),
        ],
        cancellationToken);

    public ValueTask DisposeAsync() => _parts.CloseAsync(_lanes);
}
