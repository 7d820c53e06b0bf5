namespace EventSourcingBench.Hosting.Tests;

/// <summary>What the catalogue says of plug-ins, without building any.</summary>
public sealed class CatalogTests : TempFolderTest
{
    public CatalogTests() => Temp.Write("EventSourcingBench.sln", "");

    private CatalogOptions Options => new() { BaseFolder = Temp.Path };

    [Fact]
    public async Task A_built_plugin_is_loaded_with_its_native_library_and_the_hosts_contract()
    {
        var catalog = Load(TestPlugins.TestStore);
        var entry = catalog.Find("test-embedded");
        entry.Unavailable.ShouldBeNull();
        entry.Plugin.ShouldNotBeNull().Name.ShouldBe("EventSourcingBench.TestStore");
        catalog.Find("test-served").Server.ShouldBe("test-server");
        var data = Path.Combine(Temp.Path, "data");
        await using var store = await StoreOpener.OpenAsync(
            entry, null, new Dictionary<string, string>(), data, "ns", keep: false, CancellationToken.None);
        (await store.DescribeAsync()).ServerVersion.ShouldStartWith("SQLite 3.");
    }

    // {0} is the plug-in's folder, {1} the configuration. It was left out although an older build is there.
    [Theory]
    [InlineData("Plug is not built.", "Build it: dotnet build {0}/Plug.csproj -c {1}")]
    [InlineData(
        "Plug was left out of the build: X 9 is not on the NuGet source.", "Configure a NuGet source that has what is missing, such as "
        + "nuget.org, and build again.", "artifacts/left-out/Plug.txt", "artifacts/plugins/{1}/Plug/Named.dll")]
    [InlineData(
        "Plug is built as Plug.dll, but its plugin.json names the assembly 'Named'.", "Set \"assembly\": \"Plug\" in plugin.json.",
        "artifacts/plugins/{1}/Plug/Plug.deps.json")]
    public void A_plugin_that_is_not_built_as_its_manifest_says_is_listed_with_what_to_do(string reason, string fix, params string[] files)
    {
        var places = new object[] { AddStore("Plug", "later", assembly: "Named"), new PluginLocator().Configuration };
        foreach (var file in files)
            Temp.Write(string.Format(CultureInfo.InvariantCulture, file, places), "X 9 is not on the NuGet source");

        var entry = Load().Find("later");
        (entry.Offered, entry.Summary).ShouldBe((null, "Made by a test"));
        entry.Unavailable.ShouldBe(new Unavailable(reason, string.Format(CultureInfo.InvariantCulture, fix, places)));
    }

    [Theory]
    [InlineData(null, "x is not built.", "Publish it to {0}.")]
    [InlineData("X.dll", "x is built but cannot run here:", "Remove {0} and build again.")]
    [InlineData(
        "left-out.txt", "x was left out of the build: X 9 is missing.",
        "Configure a NuGet source that has what is missing, such as nuget.org, and build again.")]
    public void A_published_layout_has_its_plugins_beside_the_application(string? file, string reason, string fix)
    {
        using var published = new TempFolder();
        published.Write("plugins/x/plugin.json", TestPlugins.Manifest("X", "x"));
        if (file is not null)
            published.Write($"plugins/x/{file}", "X 9 is missing");

        var unavailable = Catalog.Stores(new CatalogOptions { BaseFolder = published.Path }).Find("x").Unavailable.ShouldNotBeNull();
        unavailable.Reason.ShouldStartWith(reason);
        unavailable.Fix.ShouldBe(string.Format(CultureInfo.InvariantCulture, fix, published.At("plugins/x")));
    }

    [Fact]
    public void One_name_from_two_plugins_is_an_error_that_names_both()
    {
        AddStore("Stores.One", "same");
        AddStore("Stores.Two", "same");
        Should.Throw<UserException>(() => Load()).Message
            .ShouldBe("The store 'same' is offered more than once: by Stores.One and Stores.Two. Rename or remove one.");
    }

    [Fact]
    public void An_unknown_name_is_an_error_that_names_the_valid_ones()
    {
        AddStore("Stores.One", "first");
        AddStore("Stores.Two", "second");
        Should.Throw<UserException>(() => Load().Find("frist"))
            .Message.ShouldBe("There is no store 'frist'; did you mean first? Valid are first, second.");
        Catalog.Stores(Options with { Only = ["second"] }).Entries.ShouldHaveSingleItem().Name.ShouldBe("second");
        Should.Throw<UserException>(() => Catalog.Stores(Options with { Only = ["third"] }))
            .Message.ShouldBe("There is no store 'third'. Valid are first, second.");
    }

    [Fact]
    public void A_folder_without_a_manifest_is_no_plugin() =>
        Should.Throw<UserException>(() => Load(Temp.Path)).Message.ShouldEndWith("it has no plugin.json.");

    [Fact]
    public void A_manifest_that_says_something_else_than_its_plugin_is_an_error()
    {
        using var copy = TestPlugins.CopyTestStore(TestPlugins.Manifest("EventSourcingBench.TestStore", "other"));
        Should.Throw<UserException>(() => Load(copy.Path)).Message
            .ShouldContain("plugin.json names other but the plug-in offers test-embedded, test-served");
    }

    [Fact]
    public void A_profile_sets_the_defaults_of_options_and_the_tuned_one_runs_where_none_is_named()
    {
        using var right = Profiled("7");
        using var wrong = Profiled("700");
        var catalog = Catalog.Stores(Options with { ExtraPluginFolders = [right.Path], Only = ["test-embedded:conventional"] });
        new[] { "test-embedded:conventional", "test-embedded:tuned", "test-embedded" }
            .Select(n => catalog.Find(n).Offered!.Options[0].Default).ShouldBe(["10", "7", "7"]);
        Should.Throw<UserException>(() => Load(wrong.Path)).Message
            .ShouldContain("plugin.json, test-embedded:tuned: test.size=700: say a whole number from 1 to 100.");
    }

    [Fact]
    public void Every_store_has_profiles_and_its_page_leads_to_them()
    {
        foreach (var plugin in new PluginLocator().Find(PluginKind.Store, []))
        {
            plugin.Manifest.Offers.ShouldAllBe(s => s.Profiles.Count > 0);
            File.ReadAllText(Path.Combine(Path.GetDirectoryName(plugin.ProjectFile)!, "README.md")).ShouldContain("(plugin.json)");
        }
    }

    [Fact]
    public void Engines_and_provisioners_are_listed_alike()
    {
        Temp.Write("loadtests/Engine/plugin.json", """{"kind":"engine","assembly":"E","name":"nbomber","summary":"NBomber"}""");
        Temp.Write("loadtests/Docker/plugin.json", """{"kind":"provisioner","assembly":"D","name":"docker","summary":"Docker"}""");
        var engine = Catalog.Engines(Options).Find("nbomber");
        engine.Offered.ShouldBeNull();
        engine.Unavailable.ShouldNotBeNull().Reason.ShouldBe("Engine is not built.");
        var provisioner = Catalog.Provisioners(Options).Entries.ShouldHaveSingleItem();
        provisioner.Name.ShouldBe("docker");
        provisioner.Unavailable.ShouldNotBeNull();
        Catalog.Stores(Options).Entries.ShouldBeEmpty();
    }

    [Fact]
    public void A_provisioner_may_not_take_the_name_of_the_hosts_own()
    {
        Temp.Write("loadtests/Env/plugin.json", """{"kind":"provisioner","assembly":"D","name":"env","summary":"Another"}""");
        Should.Throw<UserException>(() => Catalog.Provisioners(Options)).Message.ShouldContain("by Env and the host itself");
    }

    private static TempFolder Profiled(string size) => TestPlugins.CopyTestStore(
        """{"kind":"store","assembly":"EventSourcingBench.TestStore","stores":[{"name":"test-served","summary":"S"},"""
        + """{"name":"test-embedded","summary":"E","profiles":[{"name":"conventional","summary":"C","settings":[]},{"name":"tuned","""
        + $$""" "summary":"T","settings":[{"option":"test.size","value":"{{size}}","reason":"R","source":"https://example.com/"}]}]}]}""");

    // A store plug-in, as a project that was not built.
    private string AddStore(string project, string store, string? assembly = null)
    {
        var folder = $"src/Stores/{project}";
        Temp.Write($"{folder}/plugin.json", TestPlugins.Manifest(assembly ?? project, store));
        Temp.Write($"{folder}/{project}.csproj", "<Project />");
        return Temp.At(folder);
    }

    private Catalog<StoreDefinition> Load(params string[] extra) => Catalog.Stores(Options with { ExtraPluginFolders = extra });
}
