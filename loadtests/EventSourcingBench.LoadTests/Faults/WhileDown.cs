namespace EventSourcingBench.LoadTests.Faults;

/// <summary>What happens to the data of a store between the death of the process that holds it and its start.</summary>
/// <param name="WhyNot">Why it cannot happen; null where it can.</param>
/// <param name="DoAsync">Does it, and says so in a clause. Throws <see cref="IOException"/> where it cannot be done.</param>
internal sealed record WhileDown(Func<IStoreUnderTest, string?> WhyNot, Func<IStoreUnderTest, Task<string>> DoAsync)
{
    private const string DropCaches = "/proc/sys/vm/drop_caches";
    private static readonly TimeSpan SyncLimit = TimeSpan.FromMinutes(1);

    /// <summary>The page cache is dropped, once it was written: the store reads all from the disk as it starts.</summary>
    public static WhileDown ColdCache { get; } = new(
        _ => File.Exists(DropCaches) && Environment.IsPrivilegedProcess ? null : "only root can drop the page cache, on Linux",
        async _ =>
        {
            await ChildCommand.RunAsync(new ProcessStartInfo("sync"), SyncLimit, CancellationToken.None);
            await File.WriteAllTextAsync(DropCaches, "3");
            return "and the page cache was dropped";
        });

    /// <summary>What was not forced to disk is forgotten.</summary>
    public static WhileDown PowerCut { get; } = new(
        store => store.LazyFs is null ? "its data is not on LazyFS (--lazyfs)" : null,
        async store =>
        {
            await store.LazyFs!.ForgetAsync();
            return "and what was not forced to disk was forgotten";
        });
}
