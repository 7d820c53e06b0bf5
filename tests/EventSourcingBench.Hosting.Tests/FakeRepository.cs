namespace EventSourcingBench.Hosting.Tests;

/// <summary>A repository in a temporary folder, with plug-ins that are not built.</summary>
internal sealed class FakeRepository : IDisposable
{
    private readonly TempFolder _temp = new();

    public FakeRepository() => _temp.Write("EventSourcingBench.sln", "");

    public static string RealRoot { get; } = PluginLocator.FindRepositoryRoot(AppContext.BaseDirectory)!;

    /// <summary>The plug-in of the tests, as it was built.</summary>
    public static string TestStore { get; } =
        Path.Combine(RealRoot, "artifacts", "test-plugins", new PluginLocator().Configuration, "EventSourcingBench.TestStore");

    public string Root => _temp.Path;

    public CatalogOptions Options => new() { BaseFolder = Root };

    public void Dispose() => _temp.Dispose();

    public string Write(string name, string text) => _temp.Write(name, text);

    /// <summary>A store plug-in, as a project that was not built.</summary>
    public string AddStore(string project, string store)
    {
        var folder = $"src/Stores/{project}";
        _temp.Write($"{folder}/plugin.json", Manifest(project, store));
        _temp.Write($"{folder}/{project}.csproj", "<Project />");
        return Path.Combine(Root, folder);
    }

    /// <summary>The built plug-in of the tests with another manifest.</summary>
    public static TempFolder CopyTestStore(string manifest)
    {
        var copy = new TempFolder();
        foreach (var file in Directory.EnumerateFiles(TestStore))
            File.Copy(file, copy.At(Path.GetFileName(file)));

        copy.Write("plugin.json", manifest);
        return copy;
    }

    public static string Manifest(string project, string store) =>
        $$"""{"kind":"store","assembly":"{{project}}","stores":[{"name":"{{store}}","summary":"Made by a test"}]}""";
}
