namespace EventSourcingBench.Hosting;

/// <summary>etcd's server on this machine.</summary>
internal static class EtcdBinary
{
    private const string Variable = "ETCD";

    /// <summary>The path of <c>ETCD</c>, else the executable of PATH; null where there is none.</summary>
    /// <exception cref="UserException"><c>ETCD</c> names no file.</exception>
    public static string? Find()
    {
        if (Environment.GetEnvironmentVariable(Variable) is { Length: > 0 } given)
        {
            return File.Exists(given)
                ? Path.GetFullPath(given)
                : throw new UserException($"{Variable} is {given}, which is not a file. Give it the path of the etcd executable, or unset it.");
        }

        return Executables.Find("etcd");
    }
}
