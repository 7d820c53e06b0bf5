namespace EventSourcingBench.Hosting.Servers;

/// <summary>A time of day that processes are started with and that can jump: libfaketime (github.com/wolfcw/libfaketime; Debian: faketime),
/// which answers for the C library. Clocks that count from the start of the machine go on. One for all processes of a run.</summary>
public sealed class JumpingClock
{
    private const string Folders = "/usr/lib/x86_64-linux-gnu,/usr/lib/aarch64-linux-gnu,/usr/lib64,/usr/lib,/usr/local/lib";

    // By the server's user too.
    private const UnixFileMode Readable =
        UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.GroupRead | UnixFileMode.OtherRead;

    private readonly string _file;

    private JumpingClock(string library, string folder)
    {
        _file = Path.Combine(folder, "clock");
        Jump(TimeSpan.Zero);
        Variables = new Dictionary<string, string?>(StringComparer.Ordinal)
        {
            ["LD_PRELOAD"] = library,
            ["FAKETIME_TIMESTAMP_FILE"] = _file,
            ["FAKETIME_CACHE_DURATION"] = $"{Cache.TotalSeconds}",
            ["FAKETIME_DONT_FAKE_MONOTONIC"] = "1",
        };
    }

    /// <summary>How long after a jump a process may still have the time before it.</summary>
    public static TimeSpan Cache { get; } = TimeSpan.FromSeconds(1);

    /// <summary>The environment of a process that has this clock.</summary>
    public IReadOnlyDictionary<string, string?> Variables { get; }

    /// <returns>Null where the library is not there.</returns>
    /// <param name="folder">Which all users of the processes can read.</param>
    public static JumpingClock? Find(string folder)
    {
        var library = Folders.Split(',').Select(f => Path.Combine(f, "faketime", "libfaketimeMT.so.1")).FirstOrDefault(File.Exists);
        return library is null ? null : new JumpingClock(library, folder);
    }

    /// <summary>Sets it so much ahead of the machine's clock.</summary>
    public void Jump(TimeSpan ahead)
    {
        File.WriteAllText(_file + ".new", FormattableString.Invariant($"+{ahead.TotalSeconds:0.###}"));
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(_file + ".new", Readable);

        File.Move(_file + ".new", _file, overwrite: true);
    }
}
