namespace EventSourcingBench.Hosting.Tests;

/// <summary>A repository of its own in a temporary folder, with plug-ins that are made in the test.</summary>
internal sealed class FakeRepository : IDisposable
{
    private readonly TempFolder _temp = new();

    public FakeRepository()
    {
        _temp.Write("EventSourcingBench.sln", "");
        _temp.Write(
            "Directory.Build.props",
            "<Project><PropertyGroup><TargetFramework>net10.0</TargetFramework><RepositoryRoot>$(MSBuildThisFileDirectory)</RepositoryRoot></PropertyGroup></Project>");
        _temp.Write("eng/Plugin.props", File.ReadAllText(Path.Combine(RealRoot, "eng", "Plugin.props")));
    }

    public static string RealRoot { get; } = PluginLocator.FindRepositoryRoot(AppContext.BaseDirectory)!;

    /// <summary>The plug-in of the tests, as it was built.</summary>
    public static string TestStore { get; } =
        Path.Combine(RealRoot, "artifacts", "test-plugins", new PluginLocator().Configuration, "EventSourcingBench.TestStore");

    public string Root => _temp.Path;

    public string State => Path.Combine(Root, "artifacts", "plugins", ".state");

    public CatalogOptions Options => new() { BaseFolder = Root };

    public void Dispose() => _temp.Dispose();

    public string Write(string name, string text) => _temp.Write(name, text);

    /// <summary>A store plug-in, as a project that was not built.</summary>
    public string AddStore(string project, string store, string? code = null, string items = "")
    {
        var folder = $"src/Stores/{project}";
        _temp.Write($"{folder}/plugin.json", Manifest(project, store));
        // By its path: the contract's project is not in this repository.
        var contract = typeof(Abstractions.IStore).Assembly.Location;
        _temp.Write(
            $"{folder}/{project}.csproj",
            $"""
            <Project Sdk="Microsoft.NET.Sdk">
              <Import Project="$(RepositoryRoot)eng/Plugin.props" />
              <ItemGroup>
                <Reference Include="{contract}" Private="false" />
                {items}
              </ItemGroup>
            </Project>
            """);
        _temp.Write($"{folder}/Plugin.cs", code ?? Code(store));
        return Path.Combine(Root, folder);
    }

    public static string Manifest(string project, string store) =>
        $$"""{"kind":"store","assembly":"{{project}}","stores":[{"name":"{{store}}","summary":"Made by a test"}]}""";

    public static string Code(string store) =>
        $$"""
        using System;
        using System.Collections.Generic;
        using EventSourcingBench.Abstractions;

        public sealed class Plugin : IStorePlugin
        {
            public IReadOnlyList<StoreDefinition> Stores { get; } =
                [new() { Name = "{{store}}", Summary = "Made by a test", OpenAsync = (_, _) => throw new StoreUnavailableException("closed") }];
        }
        """;
}
