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

    [Theory]
    [InlineData(
        """{"kind":"store","assembly":"A","stores":[{"name":"a","summary":"A"}],"package":[]}""",
        "'package' is not a member of a manifest of kind store; valid are kind, assembly, stores, servers")]
    [InlineData(
        """{"kind":"store","assembly":"A","stores":[{"name":"a","summary":"A","servers":"x"}]}""",
        "'servers' is not a member of a store; valid are name, summary, server")]
    [InlineData(
        """{"kind":"engine","assembly":"A","stores":[]}""",
        "'stores' is not a member of a manifest of kind engine; valid are kind, assembly, name, summary")]
    [InlineData("""{"kind":"shop","assembly":"A"}""", "'shop' is not valid; say one of store, engine, provisioner, command-side")]
    [InlineData("""{"assembly":"A"}""", "'kind' is missing")]
    [InlineData("""{"kind":"store","assembly":"A"}""", "'stores' is missing")]
    [InlineData("""{"kind":"store","assembly":"A","stores":[]}""", "'stores' is empty")]
    [InlineData("""{"kind":"store","assembly":"","stores":[{"name":"a","summary":"A"}]}""", "'assembly' must be a text")]
    [InlineData("""{"kind":"store","assembly":"A","stores":[{"name":"A b","summary":"A"}]}""", "'A b' is not a name")]
    [InlineData("""{"kind":"store","assembly":"A","stores":[{"name":"a","summary":"A"}],"servers":[1]}""", "'servers' must be names")]
    [InlineData(
        """{"kind":"store","stores":[{"name":"a","summary":"A","profiles":[{"name":"tuned","summary":"T","settings":"""
            + """[{"option":"a.b","value":"1","reason":"R","source":"page 3"}]}]}]}""",
        "'source' must be the https address of a page")]
    [InlineData("""{"kind":"store",""", "plugin.json")]
    [InlineData("[]", "a manifest is a JSON object")]
    public void What_is_wrong_is_said(string json, string message)
    {
        var said = Should.Throw<UserException>(() => Read(json)).Message;
        said.ShouldContain(message);
        said.ShouldContain(Temp.Path, customMessage: "the file is named");
    }

    // Records compare their collections by reference.
    private void ShouldRead(string json, PluginManifest expected) =>
        JsonSerializer.Serialize(Read(json)).ShouldBe(JsonSerializer.Serialize(expected));

    private PluginManifest Read(string json) => PluginManifest.Read(Temp.Write("plugin.json", json));
}
