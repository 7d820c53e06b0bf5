using System.Reflection;
using EventSourcingBench.Abstractions;
using Npgsql;

namespace EventSourcingBench.Stores.PostgreSql;

/// <summary>Reads from the server what is in force and says what it amounts to.</summary>
internal sealed class PostgresDescription(
    NpgsqlDataSource pool, SqlScripts scripts, PostgresErrors errors, PostgresOptions options)
{
    public async Task<StoreDescription> ReadAsync(CancellationToken cancellationToken)
    {
        var version = await new PooledQuery<string>(
            pool, errors, "SELECT current_setting('server_version')", r => r.GetString(0), []).FirstOrDefaultAsync(cancellationToken);
        var settings = new List<EffectiveSetting>();
        var query = new PooledQuery<EffectiveSetting>(
            pool, errors, scripts.Get("901_settings"), r => new EffectiveSetting(r.GetString(0), r.GetString(1)), []);
        await foreach (var setting in query.StreamAsync(cancellationToken))
        {
            // An empty setting (no standby is named) says nothing.
            if (setting.Value.Length > 0)
            {
                settings.Add(setting);
            }
        }

        var (tier, reason) = PostgresDurability.Judge(settings.ToDictionary(s => s.Name, s => s.Value, StringComparer.Ordinal));
        return new StoreDescription
        {
            ServerVersion = $"PostgreSQL {version}",
            ClientVersion = ClientVersion(),
            Durability = tier,
            DurabilityReason = reason,
            Mechanism = Mechanism(),
            Settings = [.. settings, new EffectiveSetting("lanes", options.Lanes.ToString(System.Globalization.CultureInfo.InvariantCulture), FromServer: false)],
        };
    }

    private static string ClientVersion()
    {
        var assembly = typeof(NpgsqlConnection).Assembly;
        var version = assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion.Split('+')[0]
            ?? assembly.GetName().Version?.ToString(3);
        return $"Npgsql {version}";
    }

    private string Mechanism() =>
        (options.MaxBatch > 1
            ? $"Appends that wait for a commit share the next one ({options.Lanes} connections, a stream belongs to one). "
            : $"Each append is a transaction of its own ({options.Lanes} connections, a stream belongs to one). ")
        + "Subscriptions follow transaction ids up to the snapshot's xmin, woken in process and by LISTEN/NOTIFY; a projection saves rows, sums and checkpoint in one statement.";
}
