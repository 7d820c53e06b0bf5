namespace EventSourcingBench.Hosting.Tests;

public sealed class BuildOutputTests
{
    private static readonly PluginLocation Plugin = new(
        "Stores.Marten",
        new PluginManifest { Kind = PluginKind.Store, Assembly = "Stores.Marten", Offers = [new PluginOffer("marten", "Marten")] },
        "out",
        "Stores.Marten.csproj");

    [Theory]
    [InlineData("/r/M.csproj : error NU1101: Unable to find package Marten. No packages exist with this id in source(s): a [/r/M.csproj]", "Marten is not on the configured NuGet source (NU1101).")]
    [InlineData("/r/M.csproj : error NU1102: Unable to find package Marten with version (>= 9.29.0)", "Marten is not on the configured NuGet source (NU1102).")]
    [InlineData("/r/M.csproj : error NU1103: Unable to find a stable package Marten with version (>= 9.29.0)", "Marten is not on the configured NuGet source (NU1103).")]
    [InlineData("/r/M.csproj : error NU1100: Unable to resolve 'Marten (>= 9.29.0)' for 'net10.0'.", "Marten is not on the configured NuGet source (NU1100).")]
    [InlineData("/r/M.csproj : error NU1603: Warning As Error: Stores.Marten depends on JasperFx.Core (>= 2.0.0) but JasperFx.Core 2.0.0 was not found. JasperFx.Core 2.1.0 was resolved instead.", "JasperFx.Core is not on the configured NuGet source (NU1603).")]
    public void A_missing_package_is_named(string line, string reason)
    {
        var unavailable = new BuildOutput([line, line]).MissingPackages(Plugin).ShouldNotBeNull();

        unavailable.Reason.ShouldBe(reason);
        unavailable.Fix.ShouldContain("NuGet source that has it");
    }

    [Fact]
    public void Several_missing_packages_are_one_sentence()
    {
        var output = new BuildOutput(["x : error NU1101: Unable to find package B. No", "x : error NU1101: Unable to find package A. No"]);

        output.MissingPackages(Plugin).ShouldNotBeNull().Reason.ShouldBe("A, B are not on the configured NuGet source (NU1101).");
    }

    [Fact]
    public void What_versions_there_are_instead_is_no_other_error()
    {
        var output = new BuildOutput(
            ["x : error NU1102: Unable to find package A with version (>= 1.4.2)", "x : error NU1102:   - Found 1 version(s) in here [ Nearest version: 1.4.1 ]"]);

        output.MissingPackages(Plugin).ShouldNotBeNull().Reason.ShouldBe("A is not on the configured NuGet source (NU1102).");
    }

    [Theory]
    [InlineData("/r/A.cs(3,5): error CS1002: ; expected [/r/M.csproj]")]
    [InlineData("/r/M.csproj : error NU1605: Detected package downgrade: Npgsql from 10.0.0 to 9.0.3.")]
    [InlineData("/r/M.csproj : error MSB4025: The project file could not be loaded.")]
    public void Any_other_error_is_not_a_missing_package(string line)
    {
        var output = new BuildOutput(["x : error NU1101: Unable to find package Marten. No", line]);

        output.MissingPackages(Plugin).ShouldBeNull();
        output.SourceUnreachable(Plugin).ShouldBeNull();
        output.Complaint(Plugin).ShouldContain(line);
        output.Complaint(Plugin).ShouldStartWith("Stores.Marten does not build:");
    }

    [Fact]
    public void A_source_that_does_not_answer_is_told_apart()
    {
        var output = new BuildOutput(["x : error NU1301: Unable to load the service index for source https://example.invalid/index.json."]);

        output.MissingPackages(Plugin).ShouldBeNull();
        output.SourceUnreachable(Plugin).ShouldNotBeNull().Reason.ShouldContain("does not answer (NU1301)");
    }

    [Fact]
    public void A_build_that_names_no_error_shows_its_last_words()
    {
        new BuildOutput(["first", "MSBUILD : something odd"]).Complaint(Plugin).ShouldContain("something odd");
    }
}
