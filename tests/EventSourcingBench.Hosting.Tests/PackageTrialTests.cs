namespace EventSourcingBench.Hosting.Tests;

/// <summary>Several plug-ins whose packages the NuGet source lacks, found out by one restore of the real SDK.</summary>
public sealed class PackageTrialTests : IDisposable
{
    private readonly FakeRepository _repository = new();
    private readonly List<string> _said = [];

    public void Dispose() => _repository.Dispose();

    [Fact]
    public async Task Those_without_their_packages_are_known_without_a_build_and_the_others_are_built()
    {
        AddSource();
        Add("Stores.Marten", "marten", "Marten.NotThere");
        Add("Stores.MongoDb", "mongodb", "MongoDB.NotThere");
        Add("Stores.Whole", "whole", package: null);

        var catalog = await LoadAsync();

        catalog.Find("marten").Unavailable.ShouldNotBeNull().Reason.ShouldBe("Marten.NotThere is not on the configured NuGet source (NU1101).");
        catalog.Find("mongodb").Unavailable.ShouldNotBeNull().Reason.ShouldBe("MongoDB.NotThere is not on the configured NuGet source (NU1101).");
        catalog.Find("whole").Definition.ShouldNotBeNull();
        _said.ShouldBe(["looking for the packages of Stores.Marten, Stores.MongoDb, Stores.Whole", "building Stores.Whole"]);

        _said.Clear();
        (await LoadAsync()).Find("marten").Unavailable.ShouldNotBeNull();
        _said.ShouldBeEmpty("all is known");
    }

    [Fact]
    public async Task Nothing_is_tried_for_plugins_that_are_not_asked_for()
    {
        AddSource();
        Add("Stores.Marten", "marten", "Marten.NotThere");
        _repository.AddStore("Stores.Plain", "plain");

        (await LoadAsync(only: ["plain"])).Find("plain").Definition.ShouldNotBeNull();

        _said.ShouldBe(["building Stores.Plain"]);
    }

    // A source of its own that is empty: fast, and the same on every machine.
    private void AddSource()
    {
        _repository.Write("nuget.config", "<configuration><packageSources><clear /><add key=\"empty\" value=\"empty\" /></packageSources></configuration>");
        Directory.CreateDirectory(Path.Combine(_repository.Root, "empty"));
    }

    private void Add(string project, string store, string? package)
    {
        var folder = _repository.AddStore(project, store, items: package is null ? "" : $"<PackageReference Include=\"{package}\" Version=\"1.0.0\" />");
        var file = Path.Combine(folder, $"{project}.csproj");
        File.WriteAllText(file, File.ReadAllText(file).Replace("</Project>", "<PropertyGroup><NeedsFullNuGetSource>true</NeedsFullNuGetSource></PropertyGroup></Project>", StringComparison.Ordinal));
    }

    private Task<StoreCatalog> LoadAsync(IReadOnlyCollection<string>? only = null) => StoreCatalog.LoadAsync(
        _repository.Options with { OnProgress = _said.Add, Only = only }, CancellationToken.None);
}
