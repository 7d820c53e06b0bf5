namespace EventSourcingBench.Hosting.Tests;

public sealed class StoreOpenerTests : TempFolderTest
{
    private static readonly Dictionary<string, string> NoOptions = [];
    private static readonly Dictionary<string, string> Refuse = new() { ["test.refuse"] = "on" };
    private readonly Catalog<StoreDefinition> _catalog;

    private CatalogEntry<StoreDefinition> Embedded => _catalog.Find("test-embedded");

    public StoreOpenerTests() =>
        _catalog = Catalog.Stores(new CatalogOptions { BaseFolder = Temp.Path, ExtraPluginFolders = [TestPlugins.TestStore] });

    [Fact]
    public async Task A_store_gets_its_own_options_and_a_folder_that_goes_with_it_unless_it_is_kept()
    {
        var options = new Dictionary<string, string> { ["test.size"] = "42", ["other.key"] = "1" };
        string folder;
        await using (var store = await OpenAsync(Embedded, options))
        {
            var settings = (await store.DescribeAsync()).Settings.ToDictionary(s => s.Name, s => s.Value);
            settings["test.size"].ShouldBe("42");
            settings["test.refuse"].ShouldBe("off");
            settings.ShouldNotContainKey("other.key");
            folder = settings["folder"];
            folder.ShouldBe(Path.Combine(Temp.Path, "test-embedded-ns"));
            Directory.Exists(folder).ShouldBeTrue();
        }

        Directory.Exists(folder).ShouldBeFalse();
        Directory.Exists(Temp.Path).ShouldBeTrue();

        await (await OpenAsync(Embedded, NoOptions, keep: true)).DisposeAsync();
        File.ReadAllText(Temp.At("test-embedded-ns/opened")).ShouldBe("ns");
    }

    [Fact]
    public async Task A_store_that_does_not_open_leaves_no_folder()
    {
        (await Should.ThrowAsync<StoreUnavailableException>(() => OpenAsync(Embedded, Refuse))).Message.ShouldBe("Asked to refuse.");
        Directory.EnumerateDirectories(Temp.Path).ShouldBeEmpty();

        var clearing = Embedded.Offered! with
        {
            OpenAsync = (context, _) =>
            {
                Directory.Delete(context.DataFolder);
                throw new StoreUnavailableException("Cleared.");
            },
        };
        (await Should.ThrowAsync<StoreUnavailableException>(() => OpenAsync(Embedded with { Offered = clearing }, NoOptions)))
            .Message.ShouldBe("Cleared.");
    }

    // Another process may have it open, or an earlier run has kept it.
    [Fact]
    public async Task A_store_that_does_not_open_leaves_a_folder_that_was_there()
    {
        await (await OpenAsync(Embedded, NoOptions, keep: true)).DisposeAsync();
        var folder = Directory.EnumerateDirectories(Temp.Path).ShouldHaveSingleItem();

        await Should.ThrowAsync<StoreUnavailableException>(() => OpenAsync(Embedded, Refuse));
        Directory.Exists(folder).ShouldBeTrue();
    }

    [Fact]
    public async Task What_cannot_be_opened_says_why()
    {
        (await Should.ThrowAsync<UserException>(() => OpenAsync(_catalog.Find("test-served"), NoOptions))).Message
            .ShouldBe("The store test-served needs a server of kind test-server; it was given none.");
        (await Should.ThrowAsync<UserException>(() => OpenAsync(Embedded, NoOptions, ns: "../x"))).Message
            .ShouldStartWith("'../x' is not a namespace: ");
        (await Should.ThrowAsync<UserException>(() => OpenAsync(NotBuilt("test-embedded"), NoOptions))).Message
            .ShouldBe("The store test-embedded cannot run here. It is not built. Build it.");
    }

    [Theory]
    [InlineData("test-embedded", "test.sise", "There is no store option 'test.sise'; did you mean test.size? "
        + "Valid are test.refuse, test.size. These are the options of test-embedded.")]
    [InlineData("test-served", "test.size", "The store option 'test.size' is not valid here: test-served has no options.")]
    [InlineData("test-embedded", "test.size", "test.size=101: say a whole number from 1 to 100.")]
    public void An_option_of_no_chosen_store_or_out_of_range_is_an_error(string store, string key, string message) =>
        Should.Throw<UserException>(() => Check([_catalog.Find(store)], (key, "101"))).Message.ShouldBe(message);

    [Fact]
    public void The_option_of_a_store_that_is_unavailable_is_let_through()
    {
        Check([Embedded, NotBuilt("marten")], ("test.size", "1"), ("marten.mode", "rich"));
        Should.Throw<UserException>(() => Check([Embedded, NotBuilt("marten")], ("mongo.mode", "rich")));
    }

    private static void Check(CatalogEntry<StoreDefinition>[] chosen, params (string Key, string Value)[] options) =>
        StoreOpener.CheckOptions(chosen, options.ToDictionary(o => o.Key, o => o.Value));

    private CatalogEntry<StoreDefinition> NotBuilt(string name) =>
        Embedded with { Name = name, Offered = null, Unavailable = new Unavailable("It is not built.", "Build it.") };

    private Task<IStore> OpenAsync(
        CatalogEntry<StoreDefinition> entry, Dictionary<string, string> options, bool keep = false, string ns = "ns") =>
        StoreOpener.OpenAsync(entry, null, options, Temp.Path, ns, keep, CancellationToken.None);
}
