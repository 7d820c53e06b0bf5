namespace EventSourcingBench.Stores.Shared;

/// <summary>The parts of every open store: one pool, one schema, and their closing. The schema is new if opening created it.</summary>
internal abstract record OpenDatabase(PostgresDatabase Database, StoreContext Context, bool IsNew)
{
    // Opening a store must fail in under five seconds. It is no limit for connections (Timeout, 15 s): each that takes longer makes Npgsql
    // close all others of its pool, and a store that was killed on a busy machine did not recover.
    private static readonly TimeSpan OpenLimit = TimeSpan.FromSeconds(4.5);

    public StoreClosing Closing { get; } = new();

    public IStoreInspector Inspector { get; } = new PostgresInspector(Database);

    /// <summary>Closes the parts in order, drops the schema if it is its own and not kept, and disconnects.</summary>
    public async ValueTask CloseAsync(params IAsyncDisposable[] parts)
    {
        if (!await Closing.CloseAsync())
            return;

        await using var last = Database;
        try
        {
            foreach (var part in parts)
                await part.DisposeAsync();
        }
        finally
        {
            if (Context.RemovesData(IsNew))
                await Database.DropAsync();
        }
    }

    /// <summary>Opens a store in limited time. If that fails, it closes what was opened.</summary>
    protected static async Task<T> OpenAsync<T>(
        PostgresDatabase database, StoreContext context, Func<CancellationToken, Task<T>> open, CancellationToken cancellationToken)
    {
        try
        {
            using var limit = new CancellationTokenSource(OpenLimit, context.Time);
            using var either = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, cancellationToken);
            return await open(either.Token);
        }
        catch (Exception e)
        {
            await database.DisposeAsync();
            if (e is OperationCanceledException && !cancellationToken.IsCancellationRequested)
                throw database.Errors.Unavailable(e);

            throw;
        }
    }

    protected static NpgsqlConnectionStringBuilder Settings(
        NpgsqlConnectionStringBuilder given, int maxConnections, string? sessionOptions) => new(given.ConnectionString)
        {
            ApplicationName = given.ApplicationName ?? "EventSourcingBench",
            CommandTimeout = 30,
            Pooling = true,
            MinPoolSize = 0,
            MaxPoolSize = maxConnections,
            Enlist = false,
            Options = sessionOptions is null ? given.Options : $"{given.Options} {sessionOptions}".TrimStart(),
        };
}
