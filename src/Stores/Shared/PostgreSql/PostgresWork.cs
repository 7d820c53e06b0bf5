using System.Text.RegularExpressions;
using Npgsql;

namespace EventSourcingBench.Stores.Shared;

/// <summary>The counters of a server, of all its databases. Log and transactions are exact; pages and forced writes are reported by each
/// backend with a delay of a second or more.</summary>
internal sealed class PostgresWork(PostgresDatabase database) : IWorkMeter
{
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
}

/// <summary>The generic plans of the scripts that were used, made in a session with the store's settings.</summary>
internal sealed partial class PostgresPlans(PostgresDatabase database) : IStatementPlans
{
    public async Task<string> ExplainAsync(CancellationToken cancellationToken = default)
    {
        try
        {
            await using var connection = await database.Pool.OpenConnectionAsync(cancellationToken);
            var text = new StringBuilder();
            await RunAsync(connection, "SET plan_cache_mode = force_generic_plan", cancellationToken);
            foreach (var (name, sql) in database.Scripts.Used.Select(s => (s.Name, Sql: Comments.Replace(s.Sql, "").Trim())))
            {
                if (Planned.IsMatch(sql))
                    text.Append($"-- {name}\n{sql}\n\n{await PlanAsync(connection, sql, cancellationToken)}\n\n");
            }

            await RunAsync(connection, "RESET plan_cache_mode", cancellationToken);
            return text.ToString();
        }
        catch (Exception e) when (PostgresErrors.IsDriverError(e))
        {
            throw database.Errors.Unavailable(e);
        }
    }

    private static async Task<string> PlanAsync(NpgsqlConnection connection, string sql, CancellationToken cancellationToken)
    {
        const string count = "SELECT repeat('NULL,', cardinality(parameter_types)) FROM pg_prepared_statements WHERE name = 'explained'";
        try
        {
            await RunAsync(connection, "PREPARE explained AS " + sql, cancellationToken);
        }
        catch (PostgresException e)
        {
            // The driver states types of parameters that the server cannot always infer.
            return $"No plan: {e.MessageText}";
        }

        var nulls = (await RunAsync(connection, count, cancellationToken)).TrimEnd(',');
        var arguments = nulls.Length == 0 ? "" : $"({nulls})";
        var plan = await RunAsync(connection, $"EXPLAIN (SETTINGS) EXECUTE explained{arguments}", cancellationToken);
        await RunAsync(connection, "DEALLOCATE explained", cancellationToken);
        return plan;
    }

    private static async Task<string> RunAsync(NpgsqlConnection connection, string sql, CancellationToken cancellationToken)
    {
        await using var command = new NpgsqlCommand(sql, connection);
        await using var reader = await command.ExecuteReaderAsync(cancellationToken);
        var lines = new List<string>();
        while (await reader.ReadAsync(cancellationToken))
            lines.Add(reader.GetString(0));

        return string.Join('\n', lines);
    }

    [GeneratedRegex("^ *--.*\n", RegexOptions.Multiline)]
    private static partial Regex Comments { get; }

    // A single statement that is planned and has no placeholder left.
    [GeneratedRegex(@"^(SELECT|INSERT|UPDATE|DELETE|WITH)\b[^;{]*$")]
    private static partial Regex Planned { get; }
}
