using System.Runtime;

namespace EventSourcingBench.Measurement.Machines;

/// <summary>Finds out what machine this is, how durable its data folder is, and what a reader must be warned of.</summary>
public static class EnvironmentProbe
{
    /// <summary>Looks and measures; takes up to a second.</summary>
    /// <param name="dataFolder">Where the stores keep their data; made if it is not there.</param>
    /// <param name="advice">How to choose another folder, one sentence; it ends the warning of a folder that is not durable.</param>
    /// <returns>The environment, still without a no-op ceiling.</returns>
    /// <exception cref="IOException">The data folder cannot be written to; the message names it.</exception>
    public static EnvironmentRecord Measure(string dataFolder, string advice, TimeProvider time)
    {
        var fsync = FsyncProbe.Measure(dataFolder, time);
        var fileSystem = FileSystems.Of(dataFolder);
        var environment = new EnvironmentRecord(
            CpuName(), System.Environment.ProcessorCount, GC.GetGCMemoryInfo().TotalAvailableMemoryBytes,
            $"{RuntimeInformation.OSDescription} ({RuntimeInformation.OSArchitecture})", RuntimeInformation.FrameworkDescription,
            (GCSettings.IsServerGC ? "server" : "workstation")
                + (GCSettings.LatencyMode == GCLatencyMode.Batch ? ", not concurrent" : ", concurrent"),
            fileSystem, FileSystems.IsInMemory(fileSystem), fsync.Percentile(50).TotalMicroseconds,
            LatencyHistogram.IsGiven(99, fsync.Count) ? fsync.Percentile(99).TotalMicroseconds : null, fsync.MinMicroseconds);
        return environment with { Warnings = [.. Warnings(environment, advice)] };
    }

    private static IEnumerable<string> Warnings(EnvironmentRecord environment, string advice) => new[]
    {
        environment.WhyNotDurable() is { } reason
            ? $"Nothing is durable here: {reason}. Stores that keep their data there are ranked as volatile. {advice}" : null,
        Assembly.GetEntryAssembly()?.GetCustomAttribute<DebuggableAttribute>()?.IsJITOptimizerDisabled == true
            ? "This is a Debug build: run with -c Release." : null,
        Debugger.IsAttached ? "A debugger is attached." : null,
    }.OfType<string>();

    private static string CpuName()
    {
        var name = ProcFile.Line(ProcFile.TryRead("/proc/cpuinfo"), "model name")?.Split(':', 2)[1].Trim()
            ?? System.Environment.GetEnvironmentVariable("PROCESSOR_IDENTIFIER");
        return string.IsNullOrWhiteSpace(name) ? $"unknown ({RuntimeInformation.ProcessArchitecture})" : name;
    }
}

public static class FileSystems
{
    /// <summary>Its name, such as <c>ext4</c>; <c>unknown</c> for a share on Windows.</summary>
    /// <exception cref="IOException">The folder is not there.</exception>
    public static string Of(string folder)
    {
        var full = Path.GetFullPath(folder);
        return full.StartsWith(@"\\", StringComparison.Ordinal) ? "unknown" : new DriveInfo(full).DriveFormat;
    }

    /// <summary>True for file systems that a power cut empties.</summary>
    public static bool IsInMemory(string fileSystem) => fileSystem is "tmpfs" or "ramfs" or "devtmpfs";
}
