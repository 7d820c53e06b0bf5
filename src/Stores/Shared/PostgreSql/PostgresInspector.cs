namespace EventSourcingBench.Stores.Shared;

/// <summary>The counters of a server, of all its databases. Log and transactions are exact; pages and forced writes are reported by each
/// backend with a delay of a second or more. Plans are generic, and made in a session with the store's settings.</summary>
internal sealed partial class PostgresInspector(PostgresDatabase database) : IStoreInspector
{
    // Checkpoints that have begun, and vacuums of tables in this database that have ended. Version 17 moved the former to another view.
    private const string Background = """
        SELECT (xpath('//n/text()', query_to_xml(
                CASE WHEN to_regclass('pg_stat_checkpointer') IS NULL
                    THEN 'SELECT checkpoints_timed + checkpoints_req AS n FROM pg_stat_bgwriter'
                    ELSE 'SELECT num_timed + num_requested AS n FROM pg_stat_checkpointer' END, false, true, '')))[1]::text::bigint,
            (SELECT coalesce(sum(autovacuum_count), 0)::bigint FROM pg_stat_user_tables)
        """;

    private const string CountParameters =
        "SELECT repeat('NULL,', cardinality(parameter_types)) FROM pg_prepared_statements WHERE name = 'explained'";

    // On a table of fewer pages plans stay what the planner's assumption of ten pages for a new table makes them: statistics of a nearly
    // empty one would make prepared statements read all of it, also when it has grown.
    private const string LargeTables = """
        SELECT format('%I.%I', n.nspname, c.relname) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname = $1 AND c.relkind = 'r' AND pg_relation_size(c.oid) > 10 * current_setting('block_size')::bigint
        """;

    /// <summary>Makes the store ready for a load when the server has come to rest, and says what was done. Default: nothing.</summary>
    public Func<CancellationToken, Task<string?>> MakeReady { get; init; } = _ => Task.FromResult<string?>(null);

    /// <summary>Vacuums and analyses the tables that have more than ten pages, makes a checkpoint if the role may, then makes the store
    /// ready.</summary>
    public async Task<string?> RestAsync(CancellationToken cancellationToken = default)
    {
        var tables = await database.Ask(LargeTables, r => r.GetString(0), database.Scripts.Schema).ToListAsync(cancellationToken);
        var vacuum = tables.Count == 0 ? "" : "VACUUM ANALYZE, ";
        if (tables.Count > 0)
            await database.ExecuteAsync($"VACUUM ANALYZE {string.Join(", ", tables)}", cancellationToken, isLong: true);

        var checkpoint = "CHECKPOINT";
        try
        {
            await database.ExecuteAsync(checkpoint, cancellationToken, isLong: true);
        }
        catch (StoreUnavailableException e)
            when (e.InnerException is PostgresException { SqlState: PostgresErrorCodes.InsufficientPrivilege })
        {
            checkpoint = "no CHECKPOINT: the role may not";
        }

        return vacuum + checkpoint + (await MakeReady(cancellationToken) is { } made ? ", " + made : "");
    }

    public async Task<WorkCounters> ReadWorkAsync(CancellationToken cancellationToken = default)
    {
        var major = await database.Ask("SELECT current_setting('server_version_num')::int / 10000", r => r.GetInt32(0))
            .FirstOrDefaultAsync(cancellationToken);
        try
        {
            var script = major < 14 ? "911_work_13" : major < 16 ? "912_work_14" : major < 18 ? "913_work_16" : "914_work_18";
            return await database.Query(script, r => new WorkCounters(r.GetInt64(0), r.IsDBNull(1) ? null : r.GetInt64(1), r.GetInt64(2)))
                .FirstOrDefaultAsync(cancellationToken);
        }
        catch (StoreUnavailableException e)
            when (e.InnerException is PostgresException { SqlState: PostgresErrorCodes.InsufficientPrivilege })
        {
            // The role may not read statistics: nothing is counted.
            return default;
        }
    }

    public async ValueTask<IReadOnlyDictionary<string, long>> CountBackgroundAsync(CancellationToken cancellationToken = default)
    {
        var (checkpoints, vacuums) = await database.Ask(Background, r => (r.GetInt64(0), r.GetInt64(1)))
            .FirstOrDefaultAsync(cancellationToken);
        return new Dictionary<string, long>(StringComparer.Ordinal) { ["checkpoint"] = checkpoints, ["autovacuum"] = vacuums };
    }

    public Task<string?> ExplainAsync(CancellationToken cancellationToken = default) =>
        database.Translated(ExplainUsedAsync(cancellationToken));

    private async Task<string?> ExplainUsedAsync(CancellationToken cancellationToken)
    {
        await using var connection = await database.Pool.OpenConnectionAsync(cancellationToken);
        var text = new StringBuilder();
        await RunAsync("SET plan_cache_mode = force_generic_plan");
        foreach (var (name, sql) in database.Scripts.Used.Where(s => Planned.IsMatch(s.Sql)))
            text.Append("-- ").Append(name).Append('\n').Append(sql).Append('\n').Append(await PlanAsync(sql)).Append("\n\n");

        await RunAsync("RESET plan_cache_mode");
        return text.Length == 0 ? null : text.ToString();

        async Task<string> PlanAsync(string sql)
        {
            try
            {
                await RunAsync("PREPARE explained AS " + sql);
            }
            catch (PostgresException e)
            {
                // The driver states types of parameters that the server cannot always infer.
                return $"No plan: {e.MessageText}";
            }

            var nulls = (await RunAsync(CountParameters)).TrimEnd(',');
            var plan = await RunAsync("EXPLAIN (SETTINGS) EXECUTE explained" + (nulls.Length == 0 ? "" : $"({nulls})"));
            await RunAsync("DEALLOCATE explained");
            return plan;
        }

        async Task<string> RunAsync(string sql)
        {
            await using var command = new NpgsqlCommand(sql, connection);
            await using var reader = await command.ExecuteReaderAsync(cancellationToken);
            var lines = new List<string>();
            while (await reader.ReadAsync(cancellationToken))
                lines.Add(reader.GetString(0));

            return string.Join('\n', lines);
        }
    }

    // A single statement that is planned and has no placeholder left.
    [GeneratedRegex(@"^(--.*\n)*(SELECT|INSERT|WITH)\b[^{]*$")]
    private static partial Regex Planned { get; }
}
