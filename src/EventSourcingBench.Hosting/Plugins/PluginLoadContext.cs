using System.Reflection;
using System.Runtime.Loader;

namespace EventSourcingBench.Hosting.Plugins;

/// <summary>
/// Loads one plug-in with the packages of its folder, so that two plug-ins may use two versions of a client. The
/// contract assemblies are always the host's: a type is the same type only if it comes from the same assembly.
/// </summary>
/// <param name="assemblyFile">The plug-in.</param>
/// <param name="asked">The assembly of the class that the host asks for: it is of the contract too.</param>
internal sealed class PluginLoadContext(string assemblyFile, Assembly asked) : AssemblyLoadContext(Path.GetFileNameWithoutExtension(assemblyFile))
{
    private readonly Assembly[] _contract = [typeof(IStore).Assembly, typeof(ILoadEngine).Assembly, asked];
    private readonly AssemblyDependencyResolver _resolver = new(assemblyFile);

    protected override Assembly? Load(AssemblyName assemblyName)
    {
        if (Array.Find(_contract, a => a.GetName().Name == assemblyName.Name) is { } shared)
        {
            return shared;
        }

        return _resolver.ResolveAssemblyToPath(assemblyName) is { } path ? LoadFromAssemblyPath(path) : null;
    }

    protected override nint LoadUnmanagedDll(string unmanagedDllName) =>
        _resolver.ResolveUnmanagedDllToPath(unmanagedDllName) is { } path ? LoadUnmanagedDllFromPath(path) : nint.Zero;
}
