namespace EventSourcingBench.Stores.Shared;

/// <summary>One schema on a server, with the driver's exceptions translated.</summary>
internal sealed record PostgresDatabase(NpgsqlDataSource Pool, SqlScripts Scripts, PostgresErrors Errors) : IAsyncDisposable
{
    /// <summary>What else ends with the pool: what owns it, if it is a view of the connections to several hosts, or what uses it.</summary>
    public IDisposable? Companion { get; init; }

    public async ValueTask DisposeAsync()
    {
        await Pool.DisposeAsync();
        Companion?.Dispose();
    }

    public IAsyncEnumerable<T> Query<T>(string script, Func<NpgsqlDataReader, T> read, params object[] parameters) =>
        Ask(Scripts.Get(script), read, parameters);

    public IAsyncEnumerable<T> Ask<T>(string sql, Func<NpgsqlDataReader, T> read, params object[] parameters) =>
        StreamAsync(sql, read, to => Array.ForEach(parameters, p => to.AddWithValue(p)));

    /// <summary>The rows of a prepared query on a pooled connection.</summary>
    public async IAsyncEnumerable<T> StreamAsync<T>(
        string sql, Func<NpgsqlDataReader, T> read, Action<NpgsqlParameterCollection>? fill,
        [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        var times = RequestTimes.Mark(RequestPart.Store);
        await using var connection = await Translated(Pool.OpenConnectionAsync(cancellationToken).AsTask());
        await using var command = new NpgsqlCommand(sql, connection);
        fill?.Invoke(command.Parameters);
        await using var reader = await Translated(ExecuteAsync());
        times?.Enter(RequestPart.Adapter);
        while (true)
        {
            // Most rows have already arrived with the previous one: they need no state machine, and do not check the token.
            var next = reader.ReadAsync(cancellationToken);
            var isThere = next.IsCompletedSuccessfully;
            if (!isThere)
                times?.Enter(RequestPart.Store);

            var isRow = isThere ? next.Result : await Translated(next);
            if (!isThere)
                times?.Enter(RequestPart.Adapter);

            if (!isRow)
                break;

            yield return read(reader);
            cancellationToken.ThrowIfCancellationRequested();
        }

        async Task<NpgsqlDataReader> ExecuteAsync()
        {
            await command.PrepareAsync(cancellationToken);
            return await command.ExecuteReaderAsync(cancellationToken);
        }
    }

    /// <summary>Executes statements without parameters in one round trip, which makes them one transaction.</summary>
    /// <param name="isLong">Whether the caller alone bounds the time.</param>
    public async Task ExecuteAsync(string sql, CancellationToken cancellationToken, bool isLong = false)
    {
        await using var command = Pool.CreateCommand(sql);
        command.CommandTimeout = isLong ? 0 : command.CommandTimeout;
        await Translated(command.ExecuteNonQueryAsync(cancellationToken));
    }

    public async ValueTask<bool> ExistsAsync(CancellationToken cancellationToken) =>
        await Ask("SELECT EXISTS (SELECT FROM pg_namespace WHERE nspname = $1)", r => r.GetBoolean(0), Scripts.Schema)
            .FirstOrDefaultAsync(cancellationToken);

    public async Task DropAsync()
    {
        try
        {
            // A connection that broke while idle must not prevent the drop.
            Pool.Clear();
            await ExecuteAsync(
                $"SET lock_timeout = '10s'; DROP SCHEMA IF EXISTS {Scripts.QuotedSchema} CASCADE;", CancellationToken.None);
        }
        catch (StoreUnavailableException e)
        {
            throw new StoreUnavailableException(
                $"The schema of this run was not dropped. {e.Message} Then run: DROP SCHEMA {Scripts.QuotedSchema} CASCADE.",
                e.InnerException);
        }
    }

    /// <summary>Describes the store by the server's settings, which determine the durability.</summary>
    public async Task<StoreDescription> DescribeAsync(
        string client, string mechanism, IEnumerable<EffectiveSetting> own, CancellationToken cancellationToken)
    {
        var version = await Ask("SELECT current_setting('server_version')", r => r.GetString(0)).FirstOrDefaultAsync(cancellationToken);

        // An empty setting means that no standby is named.
        var settings = await Query("901_settings", r => PostgresAdvice.AddTo(new EffectiveSetting(r.GetString(0), r.GetString(1))))
            .Where(s => s.Value.Length > 0).ToListAsync(cancellationToken);
        var (tier, reason) = PostgresDurability.Judge(settings.ToDictionary(s => s.Name, s => s.Value, StringComparer.Ordinal));
        return new StoreDescription
        {
            ServerVersion = $"PostgreSQL {version}",
            ClientVersion = client,
            Durability = tier,
            DurabilityReason = reason,
            Mechanism = mechanism,
            Settings = [.. settings, .. own],
        };
    }

    /// <summary>Waits for a step that writes nothing if it fails.</summary>
    public async Task<T> Translated<T>(Task<T> step)
    {
        try
        {
            return await step;
        }
        catch (Exception e) when (PostgresErrors.IsDriverError(e))
        {
            throw Errors.Unavailable(e);
        }
    }
}

/// <summary>The numbered .sql files, with the schema and a projection's name inserted.</summary>
internal sealed record SqlScripts(string Schema)
{
    private readonly ConcurrentDictionary<(string File, string? Projection), string> _texts = new();

    /// <summary>The scripts that were asked for, in order, without those about the server.</summary>
    public IEnumerable<(string Name, string Sql)> Used => _texts.Where(t => !t.Key.File.StartsWith('9'))
        .Select(t => ($"{t.Key.File} {t.Key.Projection}".TrimEnd(), t.Value)).OrderBy(t => t.Item1, StringComparer.Ordinal);

    public string QuotedSchema => $"\"{Schema}\"";

    public string Channel => $"{Schema}_events";

    public string Get(string file, string? projection = null) => _texts.TryGetValue((file, projection), out var text) ? text
        : _texts[(file, projection)] = EmbeddedScripts.Load(typeof(SqlScripts), file)
            .Replace("{schema}", QuotedSchema, StringComparison.Ordinal)
            .Replace("{projection}", projection ?? "{projection}", StringComparison.Ordinal);
}

/// <summary>The durability of a PostgreSQL server by its settings: one rule for all stores on PostgreSQL.</summary>
internal static class PostgresDurability
{
    public static (DurabilityTier Tier, string Reason) Judge(IReadOnlyDictionary<string, string> settings)
    {
        var (fsync, commit, pages) = (settings["fsync"], settings["synchronous_commit"], settings["full_page_writes"]);
        return fsync == "off" || commit == "off" || pages == "off"
            ? (DurabilityTier.Buffered, $"fsync={fsync}, synchronous_commit={commit}, full_page_writes={pages}: acknowledged "
                + "events may be lost in a power failure.")
            : (DurabilityTier.Fsync, $"fsync={fsync}, synchronous_commit={commit}, full_page_writes={pages}, "
                + $"wal_sync_method={settings["wal_sync_method"]}: the write-ahead log is forced to disk before a commit is acknowledged.");
    }
}
