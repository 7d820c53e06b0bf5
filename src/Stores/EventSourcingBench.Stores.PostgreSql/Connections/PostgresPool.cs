using Npgsql;

namespace EventSourcingBench.Stores.PostgreSql.Connections;

/// <summary>The connections to the server, or to the writable one if the connection string names several hosts.</summary>
internal sealed class PostgresPool : IAsyncDisposable
{
    /// <summary>Seconds; opening a store must fail in under five.</summary>
    private const int ConnectSeconds = 4;

    private const int CommandSeconds = 30;
    private readonly NpgsqlDataSource _owner;

    private PostgresPool(NpgsqlDataSource source, NpgsqlDataSource owner) => (Source, _owner) = (source, owner);

    /// <summary>The data source.</summary>
    public NpgsqlDataSource Source { get; }

    /// <summary>Creates the pool from the user's connection string.</summary>
    public static PostgresPool Create(NpgsqlConnectionStringBuilder given, int maxConnections, string sessionOptions)
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
        return IsOfSeveral(given) ? ToPrimary(settings) : ToOne(settings);
    }

    public async ValueTask DisposeAsync()
    {
        await Source.DisposeAsync();
        await _owner.DisposeAsync();
    }

    private static bool IsOfSeveral(NpgsqlConnectionStringBuilder given) => given.Host?.Contains(',', StringComparison.Ordinal) == true;

    private static PostgresPool ToOne(NpgsqlConnectionStringBuilder settings)
    {
        var source = Builder(settings).Build();
        return new PostgresPool(source, source);
    }

    private static PostgresPool ToPrimary(NpgsqlConnectionStringBuilder settings)
    {
        settings.Remove("Target Session Attributes");
        settings.LoadBalanceHosts = false;

        // A standby may become the primary within a second.
        settings.HostRecheckSeconds = 1;

        // A commit that waits for its standbys is already on the primary. A cancellation ends the wait, and the server would
        // report success. A statement that takes too long is therefore abandoned with its connection.
        settings.CancellationTimeout = -1;
        var owner = Builder(settings).BuildMultiHost();
        return new PostgresPool(owner.WithTargetSession(TargetSessionAttributes.Primary), owner);
    }

    private static NpgsqlSlimDataSourceBuilder Builder(NpgsqlConnectionStringBuilder settings)
    {
        var builder = new NpgsqlSlimDataSourceBuilder(settings.ConnectionString);
        builder.EnableArrays();
        builder.EnableTransportSecurity();
        return builder;
    }
}
