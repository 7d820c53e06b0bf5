using System.IO.Compression;
using System.Reflection;
using System.Reflection.Emit;

namespace EventSourcingBench.Hosting.Tests;

/// <summary>A small repository with copies of this one's build files, and with a NuGet source that is a folder. The packages are made here:
/// a library with one public type each.</summary>
internal sealed class SmallRepository
{
    private readonly TempFolder _root;
    private readonly string _folder;

    public SmallRepository(TempFolder root, string properties, params string[] buildFiles)
    {
        (_root, _folder) = (root, root.Folder("source"));
        foreach (var file in buildFiles)
            root.Write(file, File.ReadAllText(Path.Combine(TestPlugins.RepositoryRoot, file)));

        root.Write(
            "Directory.Build.props",
            $"""
            <Project><PropertyGroup>
              <TargetFramework>net10.0</TargetFramework><RepositoryRoot>$(MSBuildThisFileDirectory)</RepositoryRoot>{properties}
            </PropertyGroup></Project>
            """);
        // Further nodes would take longer to start than they save.
        root.Write("Directory.Build.rsp", "-m:1 -nodeReuse:false");
        root.Write(
            "nuget.config",
            """
            <configuration>
              <packageSources><clear /><add key="source" value="source" /></packageSources>
            </configuration>
            """);
    }

    /// <summary>Adds a package whose library has the type <paramref name="typeName"/>.</summary>
    public void Add(string id, string version, string typeName = "IAny", (string Id, string Version)? dependency = null)
    {
        var needed = dependency is { } other ? $"<dependency id=\"{other.Id}\" version=\"{other.Version}\" />" : "";
        using var package = ZipFile.Open(Path.Combine(_folder, $"{id}.{version}.nupkg"), ZipArchiveMode.Create);
        using (var writer = new StreamWriter(package.CreateEntry($"{id}.nuspec").Open()))
        {
            writer.Write(
                $"""
                <package><metadata><id>{id}</id><version>{version}</version><authors>test</authors><description>test</description>
                <dependencies><group targetFramework="net10.0">{needed}</group></dependencies></metadata></package>
                """);
        }

        var assembly = new PersistedAssemblyBuilder(new AssemblyName(id), typeof(object).Assembly);
        assembly.DefineDynamicModule(id).DefineType(
            // An interface has no base type, so nothing of the runtime's own assemblies is referenced.
            $"{id}.{typeName}", TypeAttributes.Public | TypeAttributes.Interface | TypeAttributes.Abstract).CreateType();
        using var library = new MemoryStream();
        assembly.Save(library);
        using var entry = package.CreateEntry($"lib/net10.0/{id}.dll").Open();
        entry.Write(library.ToArray());
    }

    /// <summary>Runs the command <c>dotnet</c> in a folder of the repository.</summary>
    public async Task<(int ExitCode, string Output)> RunAsync(string folder, params string[] arguments)
    {
        var start = new ProcessStartInfo(Environment.GetEnvironmentVariable("DOTNET_HOST_PATH") ?? "dotnet", arguments)
        {
            WorkingDirectory = _root.At(folder),
            Environment =
            {
                ["DOTNET_CLI_UI_LANGUAGE"] = "en",
                ["MSBUILDDISABLENODEREUSE"] = "1",
                // Packages are unpacked here too, so that no build on this machine ever finds them.
                ["NUGET_PACKAGES"] = _root.At("packages"),
            },
        };
        var limit = TimeSpan.FromMinutes(10);
        var result = (await ChildCommand.RunAsync(start, limit, Cancel)).ShouldNotBeNull();
        return (result.ExitCode, string.Join('\n', result.Output));
    }
}
