namespace EventSourcingBench.Reporting.Tests;

public sealed class ContainerTextTests
{
    [Fact]
    public void It_says_image_digest_limits_and_volume()
    {
        var container = new ContainerRecord("postgres:18.3", "sha256:ab");
        ContainerText.Of(container).ShouldBe("postgres:18.3 (from no registry, sha256:ab); all processors, all memory; data in a volume");
        ContainerText.Of(container with { ImageDigest = "postgres@sha256:cd", Cpus = 1.5, MemoryBytes = 1L << 30, DataFileSystem = "xfs" })
            .ShouldBe("postgres:18.3 (postgres@sha256:cd); processors: 1.5, memory: 1,024 MiB; data in a volume on xfs");
    }
}
