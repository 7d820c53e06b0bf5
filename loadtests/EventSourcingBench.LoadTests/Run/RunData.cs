using EventSourcingBench.Abstractions;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests;

/// <summary>Where the data of a run is, and whether anything is durable there.</summary>
/// <param name="Folder">Where embedded stores put their files.</param>
/// <param name="Environment">The machine, and that folder.</param>
/// <param name="NotDurableServers">
/// Why nothing is durable in the folder of the servers that are started here; null where nothing says so.
/// </param>
internal sealed record RunData(string Folder, EnvironmentRecord Environment, string? NotDurableServers)
{
    private const string WorkAdvice = "Set TMPDIR to a folder on a disk.";
    private const string KeptAdvice = "Name a folder on a disk with --output.";

    /// <summary>Looks at the folders.</summary>
    /// <param name="workFolder">Of the run; servers are always there.</param>
    /// <param name="keptFolder">Where embedded stores' data is kept; made if it is not there. Null where none is kept.</param>
    /// <param name="time">The clock.</param>
    /// <exception cref="IOException">A folder cannot be written to.</exception>
    public static RunData Prepare(string workFolder, string? keptFolder, TimeProvider time)
    {
        var work = EnvironmentProbe.Measure(workFolder, WorkAdvice, time);
        return keptFolder is null
            ? new RunData(workFolder, work, work.WhyNotDurable())
            : new RunData(keptFolder, EnvironmentProbe.Measure(keptFolder, KeptAdvice, time), work.WhyNotDurable());
    }

    /// <summary>Why what a store forces to disk is not durable; null where nothing says so, as for servers that run elsewhere.</summary>
    /// <param name="server">Its server; null for an embedded store.</param>
    public string? WhyNotDurable(ProvisionedServer? server) =>
        server is null ? Environment.WhyNotDurable()
        : server is { ProcessId: not null, Container: null } ? NotDurableServers
        : null;
}
