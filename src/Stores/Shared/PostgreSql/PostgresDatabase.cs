using System.Reflection;
using Npgsql;

namespace EventSourcingBench.Stores.Shared;

/// <summary>One schema on a server, with the driver's exceptions translated.</summary>
internal sealed record PostgresDatabase(NpgsqlDataSource Pool, SqlScripts Scripts, PostgresErrors Errors) : IAsyncDisposable
{
    /// <summary>What owns the pool, if the pool is a view of the connections to several hosts.</summary>
    public NpgsqlDataSource? Owner { get; init; }

    public async ValueTask DisposeAsync()
    {
        await Pool.DisposeAsync();
        await (Owner?.DisposeAsync() ?? ValueTask.CompletedTask);
    }

    public PooledQuery<T> Query<T>(string script, Func<NpgsqlDataReader, T> read, params object[] parameters) =>
        Ask(Scripts.Get(script), read, parameters);

    public PooledQuery<T> Ask<T>(string sql, Func<NpgsqlDataReader, T> read, params object[] parameters) =>
        new(Pool, Errors, sql, read, parameters);

    /// <summary>Executes statements without parameters in one transaction.</summary>
    public async Task ExecuteAsync(string sql, CancellationToken cancellationToken)
    {
        try
        {
            await using var connection = await Pool.OpenConnectionAsync(cancellationToken);
            await using var transaction = await connection.BeginTransactionAsync(cancellationToken);
            await using var command = new NpgsqlCommand(sql, connection);
            await command.ExecuteNonQueryAsync(cancellationToken);
            await transaction.CommitAsync(cancellationToken);
        }
        catch (Exception e) when (PostgresErrors.IsDriverError(e))
        {
            throw Errors.Unavailable(e);
        }
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
                $"SET LOCAL lock_timeout = '10s'; DROP SCHEMA IF EXISTS {Scripts.QuotedSchema} CASCADE;", CancellationToken.None);
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
        var settings = new List<EffectiveSetting>();
        await foreach (var setting in Query("901_settings", r => new EffectiveSetting(r.GetString(0), r.GetString(1)))
            .StreamAsync(cancellationToken))
        {
            // An empty setting means that no standby is named.
            if (setting.Value.Length > 0)
            {
                settings.Add(setting);
            }
        }

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

    public static string VersionOf(Type type) =>
        type.Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion.Split('+')[0]
        ?? type.Assembly.GetName().Version!.ToString(3);
}
