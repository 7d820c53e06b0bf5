using Npgsql;

namespace EventSourcingBench.Stores.PostgreSql;

/// <summary>Makes the pool of connections out of the user's connection string.</summary>
internal static class PostgresConnection
{
    /// <summary>Seconds; opening a store must fail in under five.</summary>
    private const int ConnectSeconds = 4;

    private const int CommandSeconds = 30;

    public static NpgsqlDataSource CreatePool(NpgsqlConnectionStringBuilder given, int maxConnections, string sessionOptions)
    {
        var settings = new NpgsqlConnectionStringBuilder(given.ConnectionString)
        {
            ApplicationName = given.ApplicationName ?? "EventSourcingBench",
            Options = string.IsNullOrEmpty(given.Options) ? sessionOptions : given.Options + " " + sessionOptions,
            Timeout = ConnectSeconds,
            CommandTimeout = CommandSeconds,
            Pooling = true,
            MinPoolSize = 0,
            MaxPoolSize = maxConnections,
            MaxAutoPrepare = 0,
            Multiplexing = false,
            Enlist = false,
            NoResetOnClose = true,
        };
        var builder = new NpgsqlSlimDataSourceBuilder(settings.ConnectionString);
        builder.EnableArrays();
        builder.EnableTransportSecurity();
        return builder.Build();
    }
}
