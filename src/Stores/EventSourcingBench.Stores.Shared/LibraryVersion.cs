using System.Reflection;

namespace EventSourcingBench.Stores.Shared;

/// <summary>The versions of client libraries, for descriptions of stores.</summary>
public static class LibraryVersion
{
    public static string Of(Type type) =>
        type.Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion.Split('+')[0]
        ?? type.Assembly.GetName().Version!.ToString(3);
}
