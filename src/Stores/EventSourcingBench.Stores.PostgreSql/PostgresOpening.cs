namespace EventSourcingBench.Stores.PostgreSql;

/// <summary>Connects, creates the schema, and creates the store.</summary>
internal static class PostgresOpening
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(4.5);

    /// <summary>Creates a store from the opened parts; the last argument is true if the schema is new.</summary>
    public delegate IStore Build(PostgresPool pool, SqlScripts scripts, PostgresErrors errors, PostgresSchema schema, bool isNew);

    /// <exception cref="StoreUnavailableException">The server could not be reached or refused; within five seconds.</exception>
    public static async Task<IStore> OpenAsync(
        StoreContext context, string store, string variable, int maxConnections, string sessionOptions, IReadOnlyList<string> tables, Build build, CancellationToken cancellationToken)
    {
        var given = PostgresErrors.Parse(context.ConnectionString, store, variable);
        var errors = new PostgresErrors(given, store, variable);
        var pool = PostgresPool.Create(given, maxConnections, sessionOptions);
        try
        {
            using var limit = new CancellationTokenSource(Limit, context.Time);
            using var either = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, cancellationToken);
            var scripts = new SqlScripts(context.Namespace);
            var schema = new PostgresSchema(pool.Source, scripts, errors);
            var isNew = await schema.CreateAsync(tables, either.Token);
            return build(pool, scripts, errors, schema, isNew);
        }
        catch (OperationCanceledException e) when (!cancellationToken.IsCancellationRequested)
        {
            await pool.DisposeAsync();
            throw errors.Unavailable(e);
        }
        catch
        {
            await pool.DisposeAsync();
            throw;
        }
    }
}
