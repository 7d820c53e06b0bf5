using System.Reflection;
using Marten;
using Npgsql;

namespace EventSourcingBench.Stores.Marten;

/// <summary>Reads the server's settings and derives the durability from them.</summary>
internal sealed class MartenDescription(
    NpgsqlDataSource pool, SqlScripts sql, PostgresErrors errors, Abstractions.StoreOptions options, string mechanism)
{
    public async Task<StoreDescription> ReadAsync(CancellationToken cancellationToken)
    {
        var version = await new PooledQuery<string>(
            pool, errors, "SELECT current_setting('server_version')", r => r.GetString(0), []).FirstOrDefaultAsync(cancellationToken);
        var settings = new List<EffectiveSetting>();
        var query = new PooledQuery<EffectiveSetting>(
            pool, errors, sql.Get("901_settings"), r => new EffectiveSetting(r.GetString(0), r.GetString(1)), []);
        await foreach (var setting in query.StreamAsync(cancellationToken))
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
            ClientVersion = $"Marten {VersionOf(typeof(DocumentStore))} (Npgsql {VersionOf(typeof(NpgsqlConnection))})",
            Durability = tier,
            DurabilityReason = reason,
            Mechanism = mechanism,
            Settings = [.. settings, .. options.Values.Select(o => new EffectiveSetting(o.Key, o.Value, FromServer: false))],
        };
    }

    private static string VersionOf(Type type) =>
        type.Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion.Split('+')[0]
        ?? type.Assembly.GetName().Version!.ToString(3);
}
