namespace EventSourcingBench.LoadTests.Targets;

/// <summary>A folder of this machine that stores keep data in.</summary>
internal sealed record DataDisk(string Folder, EnvironmentRecord Environment)
{
    /// <summary>The least time of a forced write there, microseconds: of those before the load and of a thousand more now.</summary>
    /// <exception cref="IOException">The folder cannot be written to.</exception>
    public double MeasureFastestForce(TimeProvider time) =>
        Math.Min(Environment.FsyncMinMicroseconds ?? double.MaxValue, FsyncProbe.Measure(Folder, time).MinMicroseconds);
}
