namespace EventSourcingBench.Hosting.Servers;

/// <summary>A mounted LazyFS (github.com/dsrhaslab/lazyfs), a file system that can forget what was not forced to disk, as a power cut
/// does. It is built and mounted by the user.</summary>
public sealed class LazyFs
{
    private const string Unforced = "not forced to disk";
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(5);

    private readonly string _fifo;

    private LazyFs(string mount, string fifo) => (Mount, _fifo) = (mount, fifo);

    public string Mount { get; }

    /// <summary>Whether a file system is mounted there; until then its data would go to the folder below, and vanish when it is.</summary>
    public bool IsMounted => DriveInfo.GetDrives().Any(d => Path.TrimEndingDirectorySeparator(d.Name) == Mount);

    /// <summary>How long it may take to take a command or to forget. Default: 10 s.</summary>
    internal TimeSpan Limit { get; set; } = TimeSpan.FromSeconds(10);

    /// <param name="text">The mount point and the FIFO of its commands: <c>MOUNT,FIFO</c>.</param>
    /// <exception cref="UserException">One of them is not there.</exception>
    public static LazyFs Parse(string text) => text.Split(',', StringSplitOptions.TrimEntries) is [var mount, var fifo]
        && Directory.Exists(mount) && File.Exists(fifo)
            ? new LazyFs(Path.TrimEndingDirectorySeparator(Path.GetFullPath(mount)), Path.GetFullPath(fifo))
            : throw new UserException(
                $"--lazyfs {text} is not valid: give the folder where LazyFS is mounted and the FIFO of its configuration (fifo_path), "
                + "both of which must exist, such as /mnt/lazyfs,/run/lazyfs.fifo.");

    /// <summary>Has all that is there now forced to disk.</summary>
    /// <exception cref="IOException">LazyFS does not read the FIFO.</exception>
    public Task CheckpointAsync() => SendAsync("cache-checkpoint");

    /// <summary>Forgets what was not forced to disk, in all files, and returns when that is done. No process may have one open.</summary>
    /// <exception cref="IOException">It did not: LazyFS does not read the FIFO, or is not what is mounted.</exception>
    public async Task ForgetAsync()
    {
        // Commands are executed in turn: once the second has shown an effect, the first is complete.
        await ForgetProbeAsync();
        await ForgetProbeAsync();
    }

    private async Task ForgetProbeAsync()
    {
        var probe = Path.Combine(Mount, $"probe-{Guid.NewGuid():N}");
        var begin = Stopwatch.GetTimestamp();
        try
        {
            await File.WriteAllTextAsync(probe, Unforced);
            await SendAsync("clear-cache");
            // As text: reading all bytes fails where a file becomes shorter meanwhile.
            while (await File.ReadAllTextAsync(probe) == Unforced)
            {
                if (Stopwatch.GetElapsedTime(begin) > Limit)
                    throw new IOException($"LazyFS has not forgotten a file in {Mount} after {Limit.TotalSeconds:0} s.");

                await Task.Delay(Pause);
            }
        }
        finally
        {
            File.Delete(probe);
        }
    }

    private async Task SendAsync(string command)
    {
        try
        {
            // Opening a FIFO waits for a reader.
            await Task.Run(() => File.WriteAllText(_fifo, $"lazyfs::{command}\n")).WaitAsync(Limit);
        }
        catch (TimeoutException e)
        {
            throw new IOException($"LazyFS does not read its FIFO {_fifo}: is it running, with this fifo_path?", e);
        }
    }
}
