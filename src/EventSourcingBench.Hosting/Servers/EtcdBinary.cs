using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Hosting;

/// <summary>etcd's server on this machine.</summary>
internal static class EtcdBinary
{
    private const string Variable = "ETCD";

    private static string? Given => Environment.GetEnvironmentVariable(Variable) is { Length: > 0 } given ? given : null;

    /// <summary>The path of <c>ETCD</c>, else the executable of PATH; null where it is not there.</summary>
    public static string? Find() => Given is not { } given ? Executables.Find("etcd") : File.Exists(given) ? Path.GetFullPath(given) : null;

    /// <summary>What is wrong with <c>ETCD</c>; null where it is not set or names a file.</summary>
    public static Unavailable? WrongVariable() => Given is { } given && !File.Exists(given)
        ? new Unavailable(
            $"{Variable} names {given}, which is not there.",
            $"Set {Variable} to the path of the etcd executable, or unset it.")
        {
            IsFailure = true,
        }
        : null;

    /// <summary>What failed, at the beginning of a sentence.</summary>
    /// <param name="path">What <see cref="Find"/> found.</param>
    public static string Subject(string path) =>
        Given is { } given && Path.GetFullPath(given) == path ? $"{Variable} names {path}, which" : path;
}
