namespace EventSourcingBench.Hosting;

/// <summary>
/// One build at a time in a repository, across processes. One lock for all plug-ins, because they share the contract's
/// project and two builds of that at once would clash.
/// </summary>
internal sealed class BuildLock : IAsyncDisposable
{
    private static readonly TimeSpan Poll = TimeSpan.FromMilliseconds(100);
    private readonly FileStream _file;

    private BuildLock(FileStream file) => _file = file;

    public static async Task<BuildLock> TakeAsync(PluginLocation plugin, Action<string>? onProgress, CancellationToken cancellationToken)
    {
        var folder = PluginSources.Of(plugin).StateFolder;
        Directory.CreateDirectory(folder);
        var told = false;
        while (true)
        {
            try
            {
                // The operating system gives the lock back when its holder dies.
                return new BuildLock(new FileStream(Path.Combine(folder, "build.lock"), FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None));
            }
            catch (IOException e) when (e is not (FileNotFoundException or DirectoryNotFoundException))
            {
                if (!told)
                {
                    onProgress?.Invoke($"waiting for another build before {plugin.Name}");
                    told = true;
                }

                await Task.Delay(Poll, cancellationToken);
            }
        }
    }

    public ValueTask DisposeAsync() => _file.DisposeAsync();
}
