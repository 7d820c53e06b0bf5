namespace EventSourcingBench.Measurement.Results;

/// <summary>The container that a store's server ran in.</summary>
public sealed record ContainerRecord
{
    /// <summary>The image as it was asked for, with its tag.</summary>
    public required string Image { get; init; }

    /// <summary>The digest of the image's configuration.</summary>
    public required string ImageId { get; init; }

    /// <summary>The registry's digest, such as <c>server@sha256:…</c>; null for an image that came from no registry.</summary>
    public string? ImageDigest { get; init; }

    /// <summary>The processor time limit, in cores; null without a limit.</summary>
    public double? Cpus { get; init; }

    /// <summary>The memory limit, bytes; null without a limit.</summary>
    public long? MemoryBytes { get; init; }

    /// <summary>The file system of the volume with its data; null where the image could not tell.</summary>
    public string? DataFileSystem { get; init; }
}
