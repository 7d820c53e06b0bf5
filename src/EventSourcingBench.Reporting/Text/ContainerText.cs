namespace EventSourcingBench.Reporting.Text;

internal static class ContainerText
{
    /// <summary>Image, digest, limits and the data's file system.</summary>
    public static string Of(ContainerRecord container)
    {
        var cpus = container.Cpus is { } number ? $"processors: {number.ToString("0.##", CultureInfo.InvariantCulture)}" : "all processors";
        var memory = container.MemoryBytes is { } bytes ? $"memory: {Format.Count(bytes >> 20)} MiB" : "all memory";
        var digest = container.ImageDigest ?? $"from no registry, {container.ImageId}";
        var volume = container.DataFileSystem is { } fileSystem ? $"a volume on {fileSystem}" : "a volume";
        return $"{container.Image} ({digest}); {cpus}, {memory}; data in {volume}";
    }
}
