namespace EventSourcingBench.LoadTests.Faults;

/// <summary>The file system of the data is full for a time. What has ended by then is started again once there is room.</summary>
internal sealed class DiskFullFault(IStoreUnderTest store) : Fault(store)
{
    // With more, others use it too, and filling it takes longer than the fault.
    private const long MostFree = 1L << 30;
    private const int Block = 4096;
    private static readonly Values<TimeSpan> Durations = Values.Duration("1ms", "10m");

    public static FaultKind Kind { get; } = new("disk-full:DURATION", argument =>
        Durations.Parse(argument) is TimeSpan lasts ? store => new DiskFullFault(store) { Lasts = lasts } : null);

    public override string? WhyNot => Store.Disk is null ? "its data is not in a folder of this machine"
        : Free is > MostFree and var free ? FormattableString.Invariant(
            $"its file system has {free / 1e9:0.#} GB left: set TMPDIR to a folder on one with at most 1 GB, such as a loop device")
        : null;

    private string Ballast => Path.Combine(Store.Disk!.Folder, "disk-full.ballast");

    private long Free => new DriveInfo(Store.Disk!.Folder).AvailableFreeSpace;

    private bool HasEnded => Store.Server is null ? Store.NodeGroup is { IsWhole: false }
        : Store.ServerProcessIds.Any(id => ProcessTreeSampler.ReadTree(id).Count == 0);

    public override Task<string> InjectAsync() => Guarded(() =>
    {
        using var ballast = new FileStream(Ballast, FileMode.Create, FileAccess.Write, FileShare.None, bufferSize: 0);
        foreach (var size in new[] { 256 * Block, Block })
            Fill(ballast, new byte[size]);

        return Task.FromResult("The disk was full");
    });

    public override Task<string?> HealAsync() => Guarded<string?>(async () =>
    {
        File.Delete(Ballast);
        var healed = $"there was room after {DurationText.Of(Lasts)}";
        if (!HasEnded)
            return healed;

        await (Store.Server?.KillAndRestartAsync() ?? Store.NodeGroup!.RestartAsync(CancellationToken.None));
        return $"{healed}; {(Store.Server is null ? "the API" : "the server")} had ended, and was started again";
    });

    private void Fill(FileStream ballast, byte[] bytes)
    {
        try
        {
            while (true)
                ballast.Write(bytes);
        }
        catch (IOException) when (Free < 256 * Block)
        {
            // Full, as it should be.
        }
    }

    private static async Task<T> Guarded<T>(Func<Task<T>> action)
    {
        try
        {
            return await action();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new StoreFailureException($"The disk could not be filled, or the file that fills it not be removed: {e.Message}", e);
        }
    }
}
