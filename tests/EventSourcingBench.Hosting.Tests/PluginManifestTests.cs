namespace EventSourcingBench.Hosting.Tests;

public sealed class PluginManifestTests : TempFolderTest
{
    [Fact]
    public void A_store_plugin_lists_its_stores_and_an_engine_has_one_name()
    {
        ShouldRead(
            """{"kind":"store","assembly":"A","stores":[{"name":"a","summary":"An A"},"""
                + """{"name":"b-2","summary":"B","server":"x"}],"servers":["x"]}""",
            new(PluginKind.Store, "A", [new("a", "An A"), new("b-2", "B", "x")], ["x"]));
        ShouldRead(
            """{"kind":"engine","assembly":"A","name":"nbomber","summary":"N"}""",
            new(PluginKind.Engine, "A", [new("nbomber", "N")], []));
    }

    [Fact]
    public Task What_is_wrong_is_said() => Snapshots.ShouldAnswerAsync("manifests.txt", json => Task.FromResult(
        Should.Throw<UserException>(() => Read(json)).Message.Replace(Temp.At("plugin.json"), "plugin.json", StringComparison.Ordinal)));

    // Records compare their collections by reference.
    private void ShouldRead(string json, PluginManifest expected) =>
        JsonSerializer.Serialize(Read(json)).ShouldBe(JsonSerializer.Serialize(expected));

    private PluginManifest Read(string json) => PluginManifest.Read(Temp.Write("plugin.json", json));
}
