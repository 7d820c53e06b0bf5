namespace EventSourcingBench.LoadTests.Run;

/// <summary>Where the data of a run is.</summary>
internal sealed record RunData(DataDisk Embedded, DataDisk Servers)
{
    private const string WorkAdvice = "Set TMPDIR to a folder on a disk.";
    private const string KeptAdvice = "Name a folder on a disk with --output.";

    public static RunData Prepare(string workFolder, string? keptFolder, TimeProvider time)
    {
        var servers = new DataDisk(workFolder, EnvironmentProbe.Measure(workFolder, WorkAdvice, time));
        var embedded = keptFolder is null ? servers : new DataDisk(keptFolder, EnvironmentProbe.Measure(keptFolder, KeptAdvice, time));
        return new RunData(embedded, servers);
    }

    /// <summary>The disk of a store's data; null where it is not known, as for servers that run elsewhere or in a container.</summary>
    /// <param name="server">Its server; null for an embedded store.</param>
    public DataDisk? DiskOf(ProvisionedServer? server) =>
        server is null ? Embedded
        : server is { ProcessId: not null, Container: null } ? Servers
        : null;
}
