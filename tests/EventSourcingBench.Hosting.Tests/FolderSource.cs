using System.IO.Compression;
using System.Reflection;
using System.Reflection.Emit;

namespace EventSourcingBench.Hosting.Tests;

/// <summary>A NuGet source that is a folder. The packages are made here: a library with one public type each.</summary>
internal sealed class FolderSource
{
    private readonly string _folder;

    public FolderSource(TempFolder root)
    {
        _folder = root.Folder("source");
        // Packages are unpacked here too, so that no build on this machine ever finds them.
        root.Write(
            "nuget.config",
            """
            <configuration>
              <packageSources><clear /><add key="source" value="source" /></packageSources>
              <config><add key="globalPackagesFolder" value="packages" /></config>
            </configuration>
            """);
    }

    /// <summary>Adds a package whose library has the type <paramref name="typeName"/>.</summary>
    public void Add(string id, string version, string typeName = "IAny", string dependencies = "")
    {
        using var package = ZipFile.Open(Path.Combine(_folder, $"{id}.{version}.nupkg"), ZipArchiveMode.Create);
        using (var writer = new StreamWriter(package.CreateEntry($"{id}.nuspec").Open()))
        {
            writer.Write(
                $"""
                <package><metadata><id>{id}</id><version>{version}</version><authors>test</authors><description>test</description>
                <dependencies><group targetFramework="net10.0">{dependencies}</group></dependencies></metadata></package>
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

    public static string Dependency(string id, string version) => $"<dependency id=\"{id}\" version=\"{version}\" />";
}
