using Npgsql;

namespace EventSourcingBench.Stores.Marten;

/// <summary>Creates the connection pool from the user's connection string.</summary>
internal static class MartenConnection
{
    /// <summary>Seconds; opening a store must fail in under five.</summary>
    private const int ConnectSeconds = 4;

    private const int CommandSeconds = 30;

    public static NpgsqlDataSource CreatePool(NpgsqlConnectionStringBuilder given, int maxConnections, string? sessionOptions) =>
        new NpgsqlDataSourceBuilder(new NpgsqlConnectionStringBuilder(given.ConnectionString)
        {
            ApplicationName = given.ApplicationName ?? "EventSourcingBench",
            Timeout = ConnectSeconds,
            CommandTimeout = CommandSeconds,
            Pooling = true,
            MinPoolSize = 0,
            MaxPoolSize = maxConnections,
            Enlist = false,
            Options = sessionOptions is null ? given.Options : $"{given.Options} {sessionOptions}".TrimStart(),
        }.ConnectionString).Build();
}
