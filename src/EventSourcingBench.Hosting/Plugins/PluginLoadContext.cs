using System.Reflection;
using System.Runtime.Loader;
using EventSourcingBench.Abstractions;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.Hosting;

/// <summary>
/// Loads one plug-in with the packages of its own folder, so that two plug-ins may use two versions of a client. The
/// contract assemblies are always the host's: a type is the same type only if it comes from the same assembly.
/// </summary>
internal sealed class PluginLoadContext(string assemblyFile) : AssemblyLoadContext(Path.GetFileNameWithoutExtension(assemblyFile))
{
    private static readonly Assembly[] Contract = [typeof(IStore).Assembly, typeof(ILoadEngine).Assembly];
    private readonly AssemblyDependencyResolver _resolver = new(assemblyFile);

    protected override Assembly? Load(AssemblyName assemblyName)
    {
        if (Array.Find(Contract, a => a.GetName().Name == assemblyName.Name) is { } shared)
        {
            return shared;
        }

        return _resolver.ResolveAssemblyToPath(assemblyName) is { } path ? LoadFromAssemblyPath(path) : null;
    }

    protected override nint LoadUnmanagedDll(string unmanagedDllName) =>
        _resolver.ResolveUnmanagedDllToPath(unmanagedDllName) is { } path ? LoadUnmanagedDllFromPath(path) : nint.Zero;
}
