namespace EventSourcingBench.Hosting.Tests;

/// <summary>Plug-ins that are built on demand, by the real SDK.</summary>
public sealed class PluginBuilderTests : IDisposable
{
    private readonly FakeRepository _repository = new();

    public void Dispose() => _repository.Dispose();

    [Fact]
    public async Task A_missing_plugin_is_built_once_also_when_two_want_it_and_again_when_it_is_stale()
    {
        var folder = _repository.AddStore("Stores.Wanted", "wanted");
        var said = new List<string>();
        var options = _repository.Options with { OnProgress = line => Add(said, line) };

        var catalogs = await Task.WhenAll(LoadAsync(options), LoadAsync(options));

        catalogs.ShouldAllBe(c => c.Find("wanted").Definition != null);
        said.Count(l => l == "building Stores.Wanted").ShouldBe(1);
        said.ShouldContain("waiting for another build before Stores.Wanted");

        said.Clear();
        (await LoadAsync(options)).Find("wanted").Unavailable.ShouldBeNull();
        said.ShouldBeEmpty("it is fresh");

        File.WriteAllText(Path.Combine(folder, "Plugin.cs"), "this does not compile");
        var thrown = await Should.ThrowAsync<UserException>(() => LoadAsync(options));
        thrown.Message.ShouldStartWith("Stores.Wanted does not build:");
        thrown.Message.ShouldContain("Plugin.cs(1,");
        thrown.Message.ShouldContain("error CS");
    }

    [Fact]
    public async Task A_package_that_the_source_lacks_is_said_and_remembered()
    {
        // A source of its own that is empty: fast, and the same on every machine.
        _repository.Write("nuget.config", "<configuration><packageSources><clear /><add key=\"empty\" value=\"empty\" /></packageSources></configuration>");
        Directory.CreateDirectory(Path.Combine(_repository.Root, "empty"));
        var folder = _repository.AddStore("Stores.Marten", "marten", items: "<PackageReference Include=\"Marten.NotThere\" Version=\"9.29.0\" />");
        var said = new List<string>();
        var options = _repository.Options with { OnProgress = line => Add(said, line) };

        var first = (await LoadAsync(options)).Find("marten").Unavailable.ShouldNotBeNull();

        first.Reason.ShouldBe("Marten.NotThere is not on the configured NuGet source (NU1101).");
        first.Fix.ShouldContain("Configure a NuGet source");
        said.ShouldBe(["building Stores.Marten"]);

        (await LoadAsync(options)).Find("marten").Unavailable.ShouldBe(first);
        said.Count.ShouldBe(1, "it was remembered");

        var later = new PluginBuilderOptions("Debug") { Time = new InTwoDays() };
        new FailedRestore(Location(), later).Recall().ShouldBeNull("a day has gone by");
        File.AppendAllText(Path.Combine(folder, "Stores.Marten.csproj"), "<!-- changed -->");
        new FailedRestore(Location(), new PluginBuilderOptions("Debug")).Recall().ShouldBeNull("the project has changed");
    }

    [Fact]
    public async Task Many_plugins_whose_packages_are_missing_are_listed_at_once()
    {
        for (var i = 0; i < 6; i++)
        {
            _repository.AddStore($"Stores.Missing{i}", $"missing-{i}");
        }

        foreach (var plugin in new PluginLocator(_repository.Root).Find(PluginKind.Store, []))
        {
            new FailedRestore(plugin, new PluginBuilderOptions("Debug")).Remember(new("It is not there.", "Get it."));
        }

        var said = new List<string>();
        var catalog = await LoadAsync(_repository.Options with { OnProgress = said.Add });

        catalog.Entries.Count.ShouldBe(6);
        catalog.Entries.ShouldAllBe(e => e.Unavailable!.Reason == "It is not there.");
        said.ShouldBeEmpty("no build was started");
    }

    [Fact]
    public async Task Without_an_sdk_a_plugin_is_unavailable()
    {
        _repository.AddStore("Stores.Wanted", "wanted");
        var builder = new PluginBuilder(new PluginBuilderOptions("Debug") { Dotnet = "no-such-dotnet" });

        var unavailable = (await builder.EnsureBuiltAsync(Location(), CancellationToken.None)).ShouldNotBeNull();

        unavailable.Reason.ShouldContain("no .NET SDK on this machine");
        unavailable.Fix.ShouldContain("Install the .NET SDK");
    }

    [Fact]
    public async Task A_build_that_takes_too_long_is_ended()
    {
        _repository.AddStore("Stores.Wanted", "wanted");
        await using var other = await BuildLock.TakeAsync(Location(), null, CancellationToken.None);
        var builder = new PluginBuilder(new PluginBuilderOptions("Debug") { Limit = TimeSpan.FromMilliseconds(300) });

        var unavailable = (await builder.EnsureBuiltAsync(Location(), CancellationToken.None)).ShouldNotBeNull();

        unavailable.Reason.ShouldContain("was not built within");
        unavailable.Fix.ShouldStartWith("Build it yourself: dotnet build ");
    }

    [Fact]
    public void A_source_that_is_newer_makes_output_stale_and_notes_and_build_folders_do_not()
    {
        var folder = _repository.AddStore("Stores.Wanted", "wanted");
        var plugin = Location();
        Directory.CreateDirectory(plugin.OutputFolder);
        File.WriteAllText(plugin.AssemblyFile, "");
        var sources = PluginSources.Of(plugin);
        sources.IsFresh().ShouldBeTrue();
        var later = DateTime.UtcNow.AddMinutes(1);

        foreach (var aside in new[] { "README.md", "obj/x.cs", "bin/x.cs", ".git/x" })
        {
            File.SetLastWriteTimeUtc(_repository.Write($"src/Stores/Stores.Wanted/{aside}", ""), later);
        }

        sources.IsFresh().ShouldBeTrue();
        File.SetLastWriteTimeUtc(_repository.Write("src/Stores/Stores.Wanted/Sql/001.sql", ""), later);
        sources.IsFresh().ShouldBeFalse();
        File.SetLastWriteTimeUtc(plugin.AssemblyFile, later.AddMinutes(1));
        sources.IsFresh().ShouldBeTrue();
        File.SetLastWriteTimeUtc(Path.Combine(folder, "..", "..", "..", "Directory.Build.props"), later.AddMinutes(2));
        sources.IsFresh().ShouldBeFalse();
    }

    private static Task<StoreCatalog> LoadAsync(CatalogOptions options) => StoreCatalog.LoadAsync(options, CancellationToken.None);

    private static void Add(List<string> said, string line)
    {
        lock (said)
        {
            said.Add(line);
        }
    }

    private PluginLocation Location() => new PluginLocator(_repository.Root).Find(PluginKind.Store, [])[0];

    private sealed class InTwoDays : TimeProvider
    {
        public override DateTimeOffset GetUtcNow() => DateTimeOffset.UtcNow.AddDays(2);
    }
}
