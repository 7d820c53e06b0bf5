using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Hosting;

/// <summary>A server of EventStoreDB or KurrentDB on this machine: an executable, or the assembly that <c>dotnet</c> runs.</summary>
/// <param name="Path">Its path.</param>
/// <param name="Variable">The variable that names it; null where it was found.</param>
internal sealed record EventStoreBinary(string Path, string? Variable = null)
{
    /// <summary>The kinds of server that this is, which understand each other's clients.</summary>
    public const string EventStoreDb = "eventstoredb";

    /// <inheritdoc cref="EventStoreDb" />
    public const string KurrentDb = "kurrentdb";

    private const string OldVariable = "EVENTSOURCINGBENCH_EVENTSTOREDB_SERVER";
    private const string NewVariable = "EVENTSOURCINGBENCH_KURRENTDB_SERVER";

    private static readonly string[] OldNames = ["eventstored", "EventStore.ClusterNode"];
    private static readonly string[] NewNames = ["kurrentd", "KurrentDB"];

    /// <summary>The one that the environment names, else the one of PATH: of its own kind before the other's.</summary>
    public static (EventStoreBinary? Binary, Unavailable? Unavailable) Find(string kind)
    {
        string[] variables = kind == KurrentDb ? [NewVariable, OldVariable] : [OldVariable, NewVariable];
        string[] names = kind == KurrentDb ? [.. NewNames, .. OldNames] : [.. OldNames, .. NewNames];
        foreach (var variable in variables)
        {
            if (Environment.GetEnvironmentVariable(variable) is { Length: > 0 } given)
            {
                return File.Exists(given)
                    ? (new EventStoreBinary(System.IO.Path.GetFullPath(given), variable), null)
                    : (null, new Unavailable(
                        $"{variable} names {given}, which is not there.",
                        $"Set {variable} to the path of the server's executable or its .dll, or unset it.")
                    {
                        IsFailure = true,
                    });
            }
        }

        return names.Select(Executables.Find).FirstOrDefault(p => p is not null) is { } found
            ? (new EventStoreBinary(found), null)
            : (null, new Unavailable(
                $"There is no {string.Join(", ", names)} on this machine.",
                $"Install EventStoreDB 23.10 or KurrentDB (Debian and Ubuntu: their package repositories), or set {variables[0]} to the path of the server's executable or its .dll."));
    }

    /// <summary>What failed, at the beginning of a sentence.</summary>
    public string Subject => Variable is null ? Path : $"{Variable} names {Path}, which";

    /// <summary>How it is run.</summary>
    public string[] Command(params string[] arguments) =>
        Path.EndsWith(".dll", StringComparison.OrdinalIgnoreCase) ? ["dotnet", Path, .. arguments] : [Path, .. arguments];
}
