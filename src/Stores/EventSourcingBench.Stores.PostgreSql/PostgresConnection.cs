using Npgsql;

namespace EventSourcingBench.Stores.PostgreSql;

/// <summary>Makes the pool of connections out of the user's connection string.</summary>
internal static class PostgresConnection
{
    /// <summary>Seconds; opening a store must fail in under five.</summary>
    private const int ConnectSeconds = 4;

    private const int CommandSeconds = 30;

    // Plans are cached for as long as a connection lives, and most are made while the table is empty: a sequential
    // scan, good then, would be kept for a million events. Discouraged scans look costly, which would wake the JIT.
    private const string SessionOptions = "-c enable_seqscan=off -c enable_bitmapscan=off -c jit=off";

    public static NpgsqlDataSource CreatePool(NpgsqlConnectionStringBuilder given, int maxConnections)
    {
        var settings = new NpgsqlConnectionStringBuilder(given.ConnectionString)
        {
            ApplicationName = given.ApplicationName ?? "EventSourcingBench",
            Options = string.IsNullOrEmpty(given.Options) ? SessionOptions : given.Options + " " + SessionOptions,
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
