using System.Runtime.Loader;

namespace EventSourcingBench.Hosting.Plugins;

/// <summary>Loads the one class of a built plug-in that the host asks for.</summary>
public static class PluginLoader
{
    private static readonly ConcurrentDictionary<(string File, Type Type), Lazy<object>> Loaded = new();

    /// <summary>Loads a plug-in into a separate context and makes its class; once for a process.</summary>
    /// <typeparam name="T"><see cref="Abstractions.IStorePlugin"/>, <see cref="EventSourcingBench.Measurement.Load.ILoadEngine"/>,
    /// <see cref="Abstractions.IServerProvisioner"/>, or a class of the application's own, whose assembly is then shared too.</typeparam>
    /// <exception cref="UserException">The assembly has none or several public classes that fit.</exception>
    public static T Load<T>(string folder, string assembly)
        where T : class
    {
        var file = Path.GetFullPath(Path.Combine(folder, assembly + ".dll"));
        return (T)Loaded.GetOrAdd((file, typeof(T)), _ => new Lazy<object>(() => Make<T>(file, assembly))).Value;
    }

    private static T Make<T>(string file, string assembly)
        where T : class
    {
        var types = new PluginLoadContext(file, typeof(T).Assembly).LoadFromAssemblyPath(file).GetExportedTypes()
            .Where(t => t is { IsAbstract: false, IsGenericTypeDefinition: false } && t.IsAssignableTo(typeof(T)))
            .ToList();
        if (types.Count != 1)
        {
            var found = types.Count == 0 ? "none" : string.Join(", ", types.Select(t => t.FullName));
            throw new UserException($"{assembly} is not a plug-in for {typeof(T).Name}: one public class of it is wanted, found {found}.");
        }

        return types[0].GetConstructor(Type.EmptyTypes) is { } constructor
            ? (T)constructor.Invoke(null)
            : throw new UserException($"{types[0].FullName} has no public constructor without parameters.");
    }
}

/// <summary>Loads one plug-in with the packages of its folder, so that two plug-ins may use two versions of a client. The contract
/// assemblies are always the host's: a type is the same type only if it comes from the same assembly.</summary>
internal sealed class PluginLoadContext(string assemblyFile, Assembly asked)
    : AssemblyLoadContext(Path.GetFileNameWithoutExtension(assemblyFile))
{
    private readonly Assembly[] _contract = [typeof(IStore).Assembly, typeof(ILoadEngine).Assembly, asked];
    private readonly AssemblyDependencyResolver _resolver = new(assemblyFile);

    protected override Assembly? Load(AssemblyName assemblyName) =>
        Array.Find(_contract, a => a.GetName().Name == assemblyName.Name)
        ?? (_resolver.ResolveAssemblyToPath(assemblyName) is { } path ? LoadFromAssemblyPath(path) : null);

    protected override nint LoadUnmanagedDll(string unmanagedDllName) =>
        _resolver.ResolveUnmanagedDllToPath(unmanagedDllName) is { } path ? LoadUnmanagedDllFromPath(path) : nint.Zero;
}
