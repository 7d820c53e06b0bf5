namespace EventSourcingBench.Measurement.Machines;

/// <summary>What a process is called wherever it runs, so that one that sees it knows it again: its id is one of its kernel and of its
/// namespace of processes, as containers have their own.</summary>
public static class ProcessIdentity
{
    private static readonly string Space = $"{ClockIdentity.Current}/{new FileInfo("/proc/self/ns/pid").LinkTarget}/";

    /// <summary>This process's.</summary>
    public static string Current { get; } = Space + System.Environment.ProcessId.ToString(CultureInfo.InvariantCulture);

    /// <returns>The id of the process; null where this process does not see it.</returns>
    public static int? Find(string? identity) =>
        identity?.StartsWith(Space, StringComparison.Ordinal) == true
        && int.TryParse(identity.AsSpan(Space.Length), NumberStyles.None, CultureInfo.InvariantCulture, out var id) ? id : null;
}
