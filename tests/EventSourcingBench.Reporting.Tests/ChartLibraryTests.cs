namespace EventSourcingBench.Reporting.Tests;

public sealed class ChartLibraryTests
{
    private static readonly string Assets = Path.Combine(AppContext.BaseDirectory, "assets");

    [Fact]
    public void The_version_on_the_cdn_is_the_pinned_one()
    {
        using var package = JsonDocument.Parse(File.ReadAllBytes(Path.Combine(Assets, "package.json")));
        package.RootElement.GetProperty("dependencies").GetProperty("echarts").GetString().ShouldBe(ChartLibrary.Version);
    }

    [Fact]
    public void The_lock_file_names_no_registry() =>
        File.ReadAllText(Path.Combine(Assets, "package-lock.json")).ShouldNotContain("\"resolved\"");

    [Fact]
    public void The_integrity_hash_is_that_of_the_package()
    {
        var file = Path.Combine(Assets, "echarts.min.js");
        if (!File.Exists(file))
            Assert.Skip("npm was missing at build, so there is no package to compare the hash with.");

        ChartLibrary.Integrity.ShouldBe("sha384-" + Convert.ToBase64String(
            System.Security.Cryptography.SHA384.HashData(File.ReadAllBytes(file))));
    }
}
