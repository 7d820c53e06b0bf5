namespace EventSourcingBench.LoadTests.Faults;

/// <summary>The file system of the data is full for a time. A store that serves nothing although there is room is started again.</summary>
internal sealed class DiskFullFault(StoreUnderTest store) : Fault(store)
{
    // With more, others use it too, and filling it takes longer than the fault.
    private const long MostFree = 1L << 30;
    private const int Block = 4096;

    public override string? WhyNot => Store.Disk is null ? "its data is not in a folder of this machine"
        : Free is > MostFree and var free ? FormattableString.Invariant(
            $"its file system has {free / 1e9:0.#} GB left: set TMPDIR to a folder on one with at most 1 GB, such as a loop device")
        : null;

    public override bool EndsReadModels => new KillFault(Store, FaultTarget.Data).EndsReadModels;

    private string Ballast => Path.Combine(Store.Disk!.Folder, "disk-full.ballast");

    private long Free => new DriveInfo(Store.Disk!.Folder).AvailableFreeSpace;

    public override Func<Task<string>> Assist => async () =>
    {
        var kill = new KillFault(Store, FaultTarget.Data);
        if (kill.WhyNot is { } why)
            throw new StoreFailureException($"nothing succeeded any more, and it was not started again: {why}");

        await kill.InjectAsync();
        return (await kill.HealAsync())!;
    };

    public override async Task<string> InjectAsync()
    {
        try
        {
            await using var ballast = new FileStream(Ballast, FileMode.Create, FileAccess.Write, FileShare.None, bufferSize: 0);
            Fill(ballast, new byte[256 * Block]);
            Fill(ballast, new byte[Block]);
            return "The disk was full";
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            await HealAsync();
            throw new StoreFailureException($"The disk could not be filled: {e.Message}", e);
        }
    }

    public override async Task<string?> HealAsync()
    {
        await TryAsync("the file that filled it could not be removed: ", Task.Run(() => File.Delete(Ballast)));
        return $"there was room after {DurationText.Of(Lasts)}";
    }

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
}
