namespace EventSourcingBench.Hosting.Tests;

public sealed class StoreOpenerTests : IDisposable
{
    private static readonly Dictionary<string, string> NoOptions = [];
    private readonly TempFolder _temp = new();
    private readonly Catalog<StoreDefinition> _catalog;

    private CatalogEntry<StoreDefinition> Embedded => _catalog.Find("test-embedded");

    public StoreOpenerTests()
    {
        _catalog = Catalog.Stores(new CatalogOptions { BaseFolder = _temp.Path, ExtraPluginFolders = [FakeRepository.TestStore] });
    }

    public void Dispose() => _temp.Dispose();

    [Fact]
    public async Task A_store_gets_its_own_options_and_a_folder_of_its_own_that_goes_with_it()
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
            folder.ShouldBe(Path.Combine(_temp.Path, "test-embedded-ns"));
            Directory.Exists(folder).ShouldBeTrue();
        }

        Directory.Exists(folder).ShouldBeFalse();
        Directory.Exists(_temp.Path).ShouldBeTrue();
    }

    [Fact]
    public async Task Data_that_is_kept_stays()
    {
        var store = await OpenAsync(Embedded, NoOptions, keep: true);
        await store.DisposeAsync();

        File.ReadAllText(Path.Combine(_temp.Path, "test-embedded-ns", "opened")).ShouldBe("ns");
    }

    [Fact]
    public async Task A_store_that_does_not_open_leaves_no_folder()
    {
        var refuse = new Dictionary<string, string> { ["test.refuse"] = "on" };

        (await Should.ThrowAsync<StoreUnavailableException>(() => OpenAsync(Embedded, refuse))).Message.ShouldBe("Asked to refuse.");
        Directory.EnumerateDirectories(_temp.Path).ShouldBeEmpty();
    }

    [Fact]
    public async Task A_server_of_the_wrong_kind_or_none_is_refused()
    {
        var served = _catalog.Find("test-served");

        (await Should.ThrowAsync<UserException>(() => OpenAsync(served, NoOptions))).Message
            .ShouldBe("The store test-served needs a server of kind test-server; it was given none.");
    }

    [Fact]
    public async Task A_namespace_of_another_form_is_refused()
    {
        await Should.ThrowAsync<UserException>(
            () => StoreOpener.OpenAsync(Embedded, null, NoOptions, _temp.Path, "../x", keep: false, CancellationToken.None));
    }

    [Fact]
    public async Task A_store_that_is_unavailable_says_why()
    {
        var entry = Embedded with { Offered = null, Unavailable = new Unavailable("It is not built.", "Build it.") };

        (await Should.ThrowAsync<UserException>(() => OpenAsync(entry, NoOptions))).Message
            .ShouldBe("The store test-embedded cannot run here. It is not built. Build it.");
    }

    [Fact]
    public void An_option_of_no_chosen_store_is_an_error_that_names_the_valid_ones()
    {
        var thrown = Should.Throw<UserException>(
            () => StoreOpener.CheckOptions([Embedded], new Dictionary<string, string> { ["test.sise"] = "1" }));

        thrown.Message.ShouldBe(
            "There is no store option 'test.sise'; did you mean test.size? Valid are test.refuse, test.size. "
            + "These are the options of test-embedded.");
        var served = _catalog.Find("test-served");
        Should.Throw<UserException>(() => StoreOpener.CheckOptions([served], new Dictionary<string, string> { ["test.size"] = "1" }))
            .Message.ShouldBe("The store option 'test.size' is not valid here: test-served has no options.");
    }

    [Fact]
    public void A_value_out_of_range_is_an_error_before_anything_is_opened() =>
        Should.Throw<UserException>(() => StoreOpener.CheckOptions([Embedded], new Dictionary<string, string> { ["test.size"] = "101" }))
            .Message.ShouldBe("test.size=101: say a whole number from 1 to 100.");

    [Fact]
    public void The_option_of_a_store_that_is_unavailable_is_let_through()
    {
        var marten = Embedded with { Name = "marten", Offered = null, Unavailable = new Unavailable("It is not built.", "Build it.") };

        StoreOpener.CheckOptions([Embedded, marten], new Dictionary<string, string> { ["test.size"] = "1", ["marten.mode"] = "rich" });
        Should.Throw<UserException>(
            () => StoreOpener.CheckOptions([Embedded, marten], new Dictionary<string, string> { ["mongo.mode"] = "rich" }));
    }

    private Task<IStore> OpenAsync(CatalogEntry<StoreDefinition> entry, Dictionary<string, string> options, bool keep = false) =>
        StoreOpener.OpenAsync(entry, null, options, _temp.Path, "ns", keep, CancellationToken.None);
}
