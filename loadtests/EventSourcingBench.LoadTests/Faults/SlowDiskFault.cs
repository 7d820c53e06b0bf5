namespace EventSourcingBench.LoadTests.Faults;

/// <summary>Others write to the disk of the data for a time, as much as it takes: what the store forces to it waits its turn.</summary>
internal sealed class SlowDiskFault(StoreUnderTest store) : Fault(store)
{
    private const int Writers = 4;
    private const int BlocksPerFile = 16;
    private static readonly byte[] Block = new byte[1 << 20];

    private volatile bool _isOver;
    private Task<int[]> _writing = Task.FromResult<int[]>([]);

    public override string? WhyNot => Store.Disk is null ? "its data is not in a folder of this machine" : null;

    public override Task<string> InjectAsync()
    {
        _isOver = false;
        // On separate threads: those of the pool serve the load.
        _writing = Task.WhenAll(Enumerable.Range(0, Writers).Select(writer => Task.Factory.StartNew(
            () => Write(writer), CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default)));
        return Task.FromResult("Others wrote to the disk of its data");
    }

    public override async Task<string?> HealAsync()
    {
        _isOver = true;
        await TryAsync("they could not write: ", _writing);
        return FormattableString.Invariant(
            $"they ended after {DurationText.Of(Lasts)} and {(await _writing).Sum():N0} forced writes of 1 MB");
    }

    // The same 16 MB again and again: the disk has work, and does not fill up.
    private int Write(int writer)
    {
        var path = Path.Combine(Store.Disk!.Folder, $"slow-disk-{writer}.ballast");
        using var file = new FileStream(
            path, FileMode.Create, FileAccess.Write, FileShare.None, bufferSize: 0, FileOptions.DeleteOnClose);
        var written = 0;
        for (; !_isOver; written++)
        {
            RandomAccess.Write(file.SafeFileHandle, Block, (long)(written % BlocksPerFile) * Block.Length);
            RandomAccess.FlushToDisk(file.SafeFileHandle);
        }

        return written;
    }
}
