using System.Globalization;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.Reporting;

/// <summary>The container of a server in one sentence.</summary>
internal static class ContainerText
{
    /// <summary>Image, digest, limits and the data's file system.</summary>
    public static string Of(ContainerRecord container)
    {
        var cpus = container.Cpus is { } number ? $"{number.ToString("0.##", CultureInfo.InvariantCulture)} processors" : "all processors";
        var memory = container.MemoryBytes is { } bytes ? $"{Format.Mebibytes(bytes)} MiB of memory" : "all memory";
        var digest = container.ImageDigest ?? $"from no registry, {container.ImageId}";
        var volume = container.DataFileSystem is { } fileSystem ? $"a volume on {fileSystem}" : "a volume";
        return $"{container.Image} ({digest}); {cpus}, {memory}; data in {volume}";
    }
}
