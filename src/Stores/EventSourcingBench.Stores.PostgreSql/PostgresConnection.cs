using EventSourcingBench.Abstractions;
using Npgsql;

namespace EventSourcingBench.Stores.PostgreSql;

/// <summary>Makes the pool of connections out of the user's connection string.</summary>
internal static class PostgresConnection
{
    /// <summary>Seconds; opening a store must fail in under five.</summary>
    private const int ConnectSeconds = 4;

    private const int CommandSeconds = 30;

    public static NpgsqlConnectionStringBuilder Parse(string? connectionString)
    {
        if (string.IsNullOrWhiteSpace(connectionString))
        {
            throw new StoreUnavailableException(
                "postgres has no connection string. Set EVENTSOURCINGBENCH_POSTGRES, such as Host=localhost;Username=me;Password=secret;Database=postgres.");
        }

        try
        {
            return new NpgsqlConnectionStringBuilder(connectionString);
        }
        catch (Exception e) when (e is ArgumentException or FormatException or KeyNotFoundException)
        {
            // The exception's message may quote a value of the string: a password must not come out that way.
            throw new StoreUnavailableException(
                "The connection string of postgres cannot be read. Correct EVENTSOURCINGBENCH_POSTGRES: pairs of key=value parted by semicolons, such as Host=localhost;Username=me;Password=secret;Database=postgres.");
        }
    }

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
