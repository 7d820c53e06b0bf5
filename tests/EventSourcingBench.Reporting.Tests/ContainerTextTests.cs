namespace EventSourcingBench.Reporting.Tests;

public sealed class ContainerTextTests
{
    private static readonly ContainerRecord Container = new() { Image = "postgres:18.3", ImageId = "sha256:ab" };

    [Fact]
    public void An_image_of_a_registry_with_limits() =>
        ContainerText.Of(Container with { ImageDigest = "postgres@sha256:cd", Cpus = 1.5, MemoryBytes = 1L << 30, DataFileSystem = "xfs" })
            .ShouldBe("postgres:18.3 (postgres@sha256:cd); processors: 1.5, memory: 1,024 MiB; data in a volume on xfs");

    [Fact]
    public void An_image_of_no_registry_without_limits() =>
        ContainerText.Of(Container).ShouldBe("postgres:18.3 (from no registry, sha256:ab); all processors, all memory; data in a volume");
}
