namespace EventSourcingBench.Hosting.Tests;

/// <summary>The kinds of servers that plug-ins bring, as their manifests name them.</summary>
public sealed class ServerKindsTests : IDisposable
{
    private readonly TempFolder _temp = new();

    public void Dispose() => _temp.Dispose();

    [Fact]
    public void A_kind_of_a_plugin_is_found_by_its_name()
    {
        var kinds = new ServerKinds([], [FakeRepository.TestStore]);

        kinds.Names.ShouldContain("test-server");
        var (kind, unavailable) = kinds.Find("test-server");
        unavailable.ShouldBeNull();
        kind.DefaultPort.ShouldBe(4711);
        kinds.Find("test-server").Kind.ShouldBeSameAs(kind);
    }

    [Fact]
    public void A_kind_that_no_plugin_brings_has_its_name_alone()
    {
        var (kind, unavailable) = new ServerKinds([], []).Find("oracle");

        unavailable.ShouldBeNull();
        kind.ShouldBe(new Abstractions.ServerKind { Name = "oracle" });
    }

    [Fact]
    public void A_plugin_that_cannot_be_used_is_the_reason_unless_another_brings_the_kind_too()
    {
        var missing = _temp.Folder("missing");
        _temp.Write("missing/plugin.json", Manifest("Missing", "test-server"));

        new ServerKinds([], [missing]).Find("test-server").Unavailable.ShouldNotBeNull().Reason.ShouldBe("missing is not built.");
        new ServerKinds([], [missing, FakeRepository.TestStore]).Find("test-server").Unavailable.ShouldBeNull();
    }

    [Fact]
    public void A_manifest_that_names_a_kind_which_its_plugin_does_not_bring_is_an_error()
    {
        foreach (var file in Directory.EnumerateFiles(FakeRepository.TestStore))
            File.Copy(file, _temp.At(Path.GetFileName(file)), overwrite: true);

        _temp.Write("plugin.json", Manifest("EventSourcingBench.TestStore", "other"));

        Should.Throw<UserException>(() => new ServerKinds([], [_temp.Path]).Find("other")).Message
            .ShouldEndWith("plugin.json names the server other, which the plug-in does not bring.");
    }

    private static string Manifest(string assembly, string server) =>
        $$"""{"kind":"store","assembly":"{{assembly}}","stores":[{"name":"a","summary":"A"}],"servers":["{{server}}"]}""";
}
