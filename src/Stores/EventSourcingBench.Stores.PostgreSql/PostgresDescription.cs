using System.Reflection;
using Npgsql;

namespace EventSourcingBench.Stores.PostgreSql;

/// <summary>Reads the server's settings and derives the durability from them.</summary>
internal sealed class PostgresDescription(
    NpgsqlDataSource pool, SqlScripts scripts, PostgresErrors errors, string mechanism, Standbys? standbys, IReadOnlyList<EffectiveSetting> own)
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
            // An empty setting means that no standby is named.
            if (setting.Value.Length > 0)
            {
                settings.Add(setting);
            }
        }

        var byName = settings.ToDictionary(s => s.Name, s => s.Value, StringComparer.Ordinal);
        var (tier, reason) = PostgresDurability.Judge(byName);
        if (standbys is not null)
        {
            (tier, reason) = await standbys.JudgeAsync(tier, reason, byName["synchronous_commit"], cancellationToken);
        }

        return new StoreDescription
        {
            ServerVersion = $"PostgreSQL {version}",
            ClientVersion = ClientVersion(),
            Durability = tier,
            DurabilityReason = reason,
            Mechanism = mechanism,
            Settings = [.. settings, .. own],
        };
    }

    private static string ClientVersion()
    {
        var assembly = typeof(NpgsqlConnection).Assembly;
        var version = assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion.Split('+')[0]
            ?? assembly.GetName().Version?.ToString(3);
        return $"Npgsql {version}";
    }
}
