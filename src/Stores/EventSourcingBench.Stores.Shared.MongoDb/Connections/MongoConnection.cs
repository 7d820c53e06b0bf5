namespace EventSourcingBench.Stores.Shared.MongoDb.Connections;

/// <summary>Creates the client from the user's connection string.</summary>
internal static class MongoConnection
{
    private const string Example = "mongodb://localhost:27017/?replicaSet=rs0";

    // Opening a store must fail in under five seconds.
    private static readonly TimeSpan ConnectLimit = TimeSpan.FromSeconds(4);
    private static readonly TimeSpan SocketLimit = TimeSpan.FromSeconds(30);

    /// <exception cref="StoreUnavailableException">The connection string is missing or invalid.</exception>
    public static MongoClientSettings Parse(string? connectionString)
    {
        if (string.IsNullOrWhiteSpace(connectionString))
            throw new StoreUnavailableException($"mongodb has no connection string. Set EVENTSOURCINGBENCH_MONGODB, such as {Example}.");

        try
        {
            return MongoClientSettings.FromConnectionString(connectionString);
        }
        catch (Exception e) when (e is MongoException or ArgumentException or FormatException)
        {
            // The exception's message may quote the string, including the password.
            throw new StoreUnavailableException("The connection string of mongodb is invalid. Correct "
                + $"EVENTSOURCINGBENCH_MONGODB, such as {Example}.");
        }
    }

    public static MongoClient Connect(MongoClientSettings given, MongoDbOptions options)
    {
        var settings = given.Clone();
        settings.ApplicationName = given.ApplicationName ?? "EventSourcingBench";
        settings.ServerSelectionTimeout = ConnectLimit;
        settings.ConnectTimeout = ConnectLimit;
        settings.SocketTimeout = SocketLimit;
        settings.MaxConnectionPoolSize = options.MaxConnections;
        settings.RetryWrites = true;
        settings.RetryReads = true;
        settings.ReadPreference = ReadPreference.Primary;
        settings.ReadConcern = ReadConcern.Default;
        settings.WriteConcern = options.WriteConcern;
        return new MongoClient(settings);
    }
}
