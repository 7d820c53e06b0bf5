namespace EventSourcingBench.LoadTests.Targets;

/// <param name="ApiNodes">How many processes the API has on it, 1 or more.</param>
/// <param name="ApiCpus">The processors that they are started on; null: those of the runner.</param>
internal sealed record StoreTarget(
    CatalogEntry<StoreDefinition> Entry, ProvisionedServer? Server, IReadOnlyDictionary<string, string> Options, string DataFolder,
    IReadOnlyList<string> PluginFolders, bool Keep, int ApiNodes = 1, CpuSet? ApiCpus = null, Routing Routing = Routing.Client,
    DataDisk? Disk = null, string ApiAddress = "127.0.0.1")
{
    public bool Breakdown { get; init; }

    /// <summary>The API that was started elsewhere; null: the run starts its own.</summary>
    public Uri? ApiHost { get; init; }

    /// <summary>How long that one may take to be reachable.</summary>
    public TimeSpan Wait { get; init; }

    /// <summary>How the command side of shows is run, where a step does not say.</summary>
    public ReservationOptions Reservations { get; init; } = new();

    public LazyFs? LazyFs { get; init; }

    public JumpingClock? Clock { get; init; }

    public string Name => Entry.Name;

    /// <summary>How the run record calls it: its name, and how many nodes its server has where several numbers are asked for.</summary>
    public string Label { get; init; } = Entry.Name;

    public IReadOnlyDictionary<string, string> OwnOptions { get; } = Options
        .Where(o => Entry.Offered!.Options.Any(d => d.Key == o.Key))
        .ToDictionary(StringComparer.Ordinal);

    public Task<IStore> OpenAsync(string ns, bool keep, CancellationToken cancellationToken) =>
        StoreOpener.OpenAsync(Entry, Server, Options, DataFolder, ns, keep, cancellationToken);

    public StoreRecord ToRecord(StoreDescription description)
    {
        var (claim, reason) = (Text(description.Durability), description.DurabilityReason);
        var (tier, why) = Disk?.Environment.WhyNotDurable() is { } notDurable && description.Durability != DurabilityTier.Volatile
            ? (Text(DurabilityTier.Volatile), $"Ranked as volatile, as {notDurable}. The store says of itself: {claim}. {reason}")
            : (claim, reason);
        return new StoreRecord(
            Label, Entry.Summary, description.ServerVersion, description.ClientVersion, tier, why, description.Mechanism,
            Server?.Origin ?? "embedded")
        {
            Profile = Entry.Profile?.Name,
            ProfileOf = Entry.IsProfile ? Catalog.OwnerOf(Name) + Label[Name.Length..] : null,
            Reads = description.Reads.ToString().ToLowerInvariant(),
            Container = Server?.Container is not { } container ? null : new ContainerRecord(
                container.Image, container.ImageId, container.ImageDigest, container.Limits.Cpus, container.Limits.MemoryBytes,
                container.DataFileSystem),
            Options = StoreOptions.Create(Entry.Offered!.Options, OwnOptions).Values,
            Settings = description.Settings.ToDictionary(
                s => s.FromServer ? s.Name : $"{s.Name} (client)", s => s.Value, StringComparer.Ordinal),
        };
    }

    public static string Forced { get; } = Text(DurabilityTier.Fsync);

    public static string Text(DurabilityTier tier) => tier.ToString().ToLowerInvariant();
}

internal sealed record DataDisk(string Folder, EnvironmentRecord Environment)
{
    /// <summary>The least time of a forced write there, microseconds: of those before the load and of a thousand more now.</summary>
    /// <exception cref="IOException">The folder cannot be written to.</exception>
    public double MeasureFastestForce(TimeProvider time) =>
        Math.Min(Environment.FsyncMinMicroseconds ?? double.MaxValue, FsyncProbe.Measure(Folder, time).MinMicroseconds);

    /// <summary>The length of all files there, also those of other stores of the run; null where one is deleted meanwhile.</summary>
    public long? ReadBytes()
    {
        try
        {
            var all = new EnumerationOptions { RecurseSubdirectories = true };
            return new DirectoryInfo(Folder).EnumerateFiles("*", all).Sum(f => f.Length);
        }
        catch (IOException)
        {
            return null;
        }
    }
}

/// <summary>How the generator reaches a store: through the API, or by the store's client in the generator's own process.</summary>
internal static class Via
{
    public const string Http = "http";
    public const string Direct = "direct";
}

/// <summary>The store, its server or its API failed outside of a measured request. It ends the step; other steps go on.</summary>
internal sealed class StoreFailureException(string message, Exception? innerException = null) : Exception(message, innerException)
{
    /// <summary>Whether an exception is a failure of the store, rather than a defect.</summary>
    public static bool Is(Exception e) => e is StoreFailureException or StoreUnavailableException or OutcomeUnknownException;
}
