namespace EventSourcingBench.Abstractions;

/// <summary>The container that a server runs in, as the engine that runs it reports it.</summary>
/// <param name="Image">The image as it was asked for, with its tag.</param>
/// <param name="ImageId">The digest of the image's configuration: the same on every machine that has this image.</param>
public sealed record ServerContainer(string Image, string ImageId)
{
    /// <summary>The registry's digest, such as <c>postgres@sha256:…</c>; null for an image that came from no registry.</summary>
    public string? ImageDigest { get; init; }

    /// <summary>The limits in force.</summary>
    public ServerLimits Limits { get; init; } = ServerLimits.None;

    /// <summary>The file system of the volume with its data (<c>ext2/ext3</c>, <c>xfs</c>); null where the image cannot tell.</summary>
    public string? DataFileSystem { get; init; }
}
