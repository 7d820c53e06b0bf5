namespace EventSourcingBench.Benchmarks;

/// <summary>The shared part of the store benchmarks: their parameters, and a store that is opened outside the measured time.</summary>
public abstract class StoreBenchmark
{
    private IStore? _store;

    [ParamsSource(nameof(Stores), Priority = 0)]
    public string Store { get; set; } = "";

    [ParamsSource(nameof(Counts), Priority = 1)]
    public int Events { get; set; }

    /// <summary>GUID strings in each event.</summary>
    [ParamsSource(nameof(Sizes), Priority = 2)]
    public int Size { get; set; }

    public static IEnumerable<string> Stores => Choice.Current.Stores;

    public static IEnumerable<int> Counts => Choice.Current.Counts;

    public static IEnumerable<int> Sizes => Choice.Current.Sizes;

    internal DataSet Data => field is { } made && made.Events == Events && made.Size == Size ? made : field = new(Events, Size);

    private protected IStore Opened => _store ?? throw new InvalidOperationException("The store was not opened.");

    private protected IEventStore Streams => Opened.Events ?? throw new InvalidOperationException($"The store {Store} has no streams.");

    [GlobalCleanup]
    public async Task CloseAsync()
    {
        BetweenIterations.Work = null;
        await DisposeStoreAsync();
    }

    private protected async Task OpenAsync(bool isFresh)
    {
        await DisposeStoreAsync();
        _store = await Session.Current.OpenAsync(Store, isFresh);
    }

    private ValueTask DisposeStoreAsync() => Interlocked.Exchange(ref _store, null)?.DisposeAsync() ?? ValueTask.CompletedTask;

    // Writes what is missing of the data, and checks that it loads completely.
    private protected async Task PrepareLoadAsync(
        Func<IEventStore, DataSet, CancellationToken, Task> ensure, Func<Task<IdentifiersState>> load)
    {
        await OpenAsync(isFresh: false);
        await ensure(Streams, Data, CancellationToken.None);
        var state = await load();
        Require("events", Events, state.Events);
        Require("identifiers", (long)Events * Size, state.Count);
    }

    // A figure is only valid if the store returned what was written.
    private protected void Require(string what, long expected, long actual)
    {
        if (expected != actual)
            throw new InvalidOperationException($"{Store} returned {actual} {what} of {Data.Stream}; {expected} were written.");
    }
}

/// <summary>The parameter values. Set once by the command; BenchmarkDotNet reads them through static members.</summary>
internal sealed record Choice(IReadOnlyList<string> Stores, IReadOnlyList<int> Counts, IReadOnlyList<int> Sizes)
{
    public static Choice Current { get; set; } = new([], [], []);
}
