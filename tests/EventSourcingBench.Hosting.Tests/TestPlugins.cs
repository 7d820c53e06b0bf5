namespace EventSourcingBench.Hosting.Tests;

/// <summary>This repository's plug-in for tests, and manifests of others.</summary>
internal static class TestPlugins
{
    public static string RepositoryRoot { get; } = PluginLocator.FindRepositoryRoot(AppContext.BaseDirectory)!;

    public static string TestStore { get; } =
        Path.Combine(RepositoryRoot, "artifacts", "test-plugins", new PluginLocator().Configuration, "EventSourcingBench.TestStore");

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
