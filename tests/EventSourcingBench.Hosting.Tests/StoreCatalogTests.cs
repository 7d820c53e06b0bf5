namespace EventSourcingBench.Hosting.Tests;

/// <summary>What the catalogue says of plug-ins, without building any.</summary>
public sealed class StoreCatalogTests : IDisposable
{
    private readonly FakeRepository _repository = new();

    public void Dispose() => _repository.Dispose();

    [Fact]
    public async Task A_built_plugin_is_loaded_with_its_native_library_and_the_hosts_contract()
    {
        var catalog = await LoadAsync(FakeRepository.TestStore);
        var entry = catalog.Find("test-embedded");

        entry.Unavailable.ShouldBeNull();
        entry.PluginName.ShouldBe("EventSourcingBench.TestStore");
        catalog.Find("test-served").Server.ShouldBe("postgres");
        await using var store = await StoreOpener.OpenAsync(
            entry, null, new Dictionary<string, string>(), Path.Combine(_repository.Root, "data"), "ns", keep: false, CancellationToken.None);
        (await store.DescribeAsync()).ServerVersion.ShouldStartWith("SQLite 3.");
    }

    [Fact]
    public async Task A_plugin_that_is_not_built_is_listed_with_the_command()
    {
        var folder = _repository.AddStore("Stores.Later", "later");

        var entry = (await LoadAsync()).Find("later");

        entry.Definition.ShouldBeNull();
        entry.Summary.ShouldBe("Made by a test");
        var unavailable = entry.Unavailable.ShouldNotBeNull();
        unavailable.Reason.ShouldBe("Stores.Later is not built.");
        unavailable.Fix.ShouldStartWith($"Build it: dotnet build {folder}/Stores.Later.csproj -c ");
    }

    [Fact]
    public async Task A_published_layout_has_its_plugins_beside_the_application()
    {
        using var published = new TempFolder();
        published.Write("plugins/x/plugin.json", FakeRepository.Manifest("X", "x"));

        var catalog = await StoreCatalog.LoadAsync(new CatalogOptions { BaseFolder = published.Path }, CancellationToken.None);

        var unavailable = catalog.Find("x").Unavailable.ShouldNotBeNull();
        unavailable.Fix.ShouldBe($"Publish it to {Path.Combine(published.Path, "plugins", "x")}.");
    }

    [Fact]
    public async Task A_plugin_that_cannot_be_loaded_is_listed_with_the_reason()
    {
        using var published = new TempFolder();
        published.Write("plugins/x/plugin.json", FakeRepository.Manifest("X", "x"));
        published.Write("plugins/x/X.dll", "this is no assembly");

        var catalog = await StoreCatalog.LoadAsync(new CatalogOptions { BaseFolder = published.Path }, CancellationToken.None);

        catalog.Find("x").Unavailable.ShouldNotBeNull().Reason.ShouldStartWith("x is built but cannot run here:");
    }

    [Fact]
    public async Task One_name_from_two_plugins_is_an_error_that_names_both()
    {
        _repository.AddStore("Stores.One", "same");
        _repository.AddStore("Stores.Two", "same");

        var thrown = await Should.ThrowAsync<UserException>(() => LoadAsync());

        thrown.Message.ShouldBe("The store 'same' is offered more than once: by Stores.One and Stores.Two. Rename or remove one.");
    }

    [Fact]
    public async Task An_unknown_name_is_an_error_that_names_the_valid_ones()
    {
        _repository.AddStore("Stores.One", "first");
        _repository.AddStore("Stores.Two", "second");
        var catalog = await LoadAsync();

        Should.Throw<UserException>(() => catalog.Find("frist")).Message.ShouldBe("There is no store 'frist'; did you mean first? Valid are first, second.");
        var only = await StoreCatalog.LoadAsync(_repository.Options with { BuildMissing = false, Only = ["second"] }, CancellationToken.None);
        only.Entries.Select(e => e.Name).ShouldBe(["second"]);
        (await Should.ThrowAsync<UserException>(
            () => StoreCatalog.LoadAsync(_repository.Options with { Only = ["third"] }, CancellationToken.None)))
            .Message.ShouldBe("There is no store 'third'. Valid are first, second.");
    }

    [Fact]
    public async Task A_folder_without_a_manifest_is_no_plugin()
    {
        (await Should.ThrowAsync<UserException>(() => LoadAsync(_repository.Root))).Message.ShouldEndWith("it has no plugin.json.");
    }

    [Fact]
    public async Task A_manifest_that_says_something_else_than_its_plugin_is_an_error()
    {
        using var copy = new TempFolder();
        foreach (var file in Directory.EnumerateFiles(FakeRepository.TestStore))
        {
            File.Copy(file, Path.Combine(copy.Path, Path.GetFileName(file)));
        }

        copy.Write("plugin.json", FakeRepository.Manifest("EventSourcingBench.TestStore", "other"));

        (await Should.ThrowAsync<UserException>(() => LoadAsync(copy.Path))).Message
            .ShouldContain("plugin.json names other but the plug-in offers test-embedded, test-served (server postgres)");
    }

    [Fact]
    public async Task Engines_and_provisioners_are_listed_alike()
    {
        _repository.Write("loadtests/Engine/plugin.json", """{"kind":"engine","assembly":"E","name":"nbomber","summary":"NBomber"}""");
        _repository.Write("loadtests/Docker/plugin.json", """{"kind":"provisioner","assembly":"D","name":"docker","summary":"Docker"}""");
        var options = _repository.Options with { BuildMissing = false };

        var engine = (await EngineCatalog.LoadAsync(options, CancellationToken.None)).Find("nbomber");
        var provisioner = (await ProvisionerCatalog.LoadAsync(options, CancellationToken.None)).Entries.ShouldHaveSingleItem();

        engine.Engine.ShouldBeNull();
        engine.Unavailable.ShouldNotBeNull().Reason.ShouldBe("Engine is not built.");
        provisioner.Name.ShouldBe("docker");
        provisioner.Unavailable.ShouldNotBeNull();
        (await StoreCatalog.LoadAsync(options, CancellationToken.None)).Entries.ShouldBeEmpty();
    }

    [Fact]
    public async Task A_provisioner_may_not_take_the_name_of_the_hosts_own()
    {
        _repository.Write("loadtests/Env/plugin.json", """{"kind":"provisioner","assembly":"D","name":"env","summary":"Another"}""");

        (await Should.ThrowAsync<UserException>(() => ProvisionerCatalog.LoadAsync(_repository.Options, CancellationToken.None)))
            .Message.ShouldContain("by Env and the host itself");
    }

    private Task<StoreCatalog> LoadAsync(params string[] extra) =>
        StoreCatalog.LoadAsync(_repository.Options with { BuildMissing = false, ExtraPluginFolders = extra }, CancellationToken.None);
}
