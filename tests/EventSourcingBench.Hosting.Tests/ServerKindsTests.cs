namespace EventSourcingBench.Hosting.Tests;

/// <summary>The kinds of servers that plug-ins bring, as their manifests name them.</summary>
public sealed class ServerKindsTests
{
    [Fact]
    public void A_kind_of_a_plugin_is_found_by_its_name_and_one_that_no_plugin_brings_has_its_name_alone()
    {
        var kinds = new ServerKinds([], [TestPlugins.TestStore]);
        var (kind, unavailable) = kinds.Find("test-server");
        unavailable.ShouldBeNull();
        kind.DefaultPort.ShouldBe(4711);
        kinds.Find("test-server").Kind.ShouldBeSameAs(kind);
        new ServerKinds([], []).Find("oracle").ShouldBe((new ServerKind { Name = "oracle" }, null));
    }

    [Fact]
    public void A_plugin_that_cannot_be_used_is_the_reason_unless_another_brings_the_kind_too()
    {
        using var temp = new TempFolder();
        temp.Write("missing/plugin.json", Manifest("Missing", "test-server"));
        var missing = temp.At("missing");
        new ServerKinds([], [missing]).Find("test-server").Unavailable.ShouldNotBeNull().Reason.ShouldBe("missing is not built.");
        new ServerKinds([], [missing, TestPlugins.TestStore]).Find("test-server").Unavailable.ShouldBeNull();
    }

    [Fact]
    public void A_manifest_that_names_a_kind_which_its_plugin_does_not_bring_is_an_error()
    {
        using var copy = TestPlugins.CopyTestStore(Manifest("EventSourcingBench.TestStore", "other"));
        Should.Throw<UserException>(() => new ServerKinds([], [copy.Path]).Find("other")).Message
            .ShouldEndWith("plugin.json names the server other, which the plug-in does not bring.");
    }

    private static string Manifest(string assembly, string server) =>
        $$"""{"kind":"store","assembly":"{{assembly}}","stores":[{"name":"a","summary":"A"}],"servers":["{{server}}"]}""";
}
