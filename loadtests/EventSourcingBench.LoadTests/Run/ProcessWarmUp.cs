using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests;

/// <summary>
/// Loads each store's process for a moment before the first step, so that compilation by the runtime is not measured as
/// the slowness of whichever step comes first. Nothing of it is kept: the first step starts on a fresh store.
/// </summary>
internal static class ProcessWarmUp
{
    private const int Copies = 8;
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(5);

    /// <summary>How long before steps of such a length: two seconds or as long as a step is, whichever is less.</summary>
    public static TimeSpan Before(TimeSpan step) => step < Longest ? step : Longest;

    /// <summary>Loads the store.</summary>
    /// <exception cref="StoreFailureException">The store could not be made empty.</exception>
    public static async Task RunAsync(
        IStoreUnderTest store, ILoadMaker maker, BarSource bars, TimeSpan duration, TimeProvider time, CancellationToken cancellationToken)
    {
        var symbols = Symbols.Create(1);
        await store.ResetAsync(Copies, symbols, cancellationToken);
        var ledger = new Ledger([new LedgerStream(symbols[0].Value, symbols[0].Value)], Copies);
        var recorder = new LoadRecorder(AppendLoad.Operation, Copies, time);
        var load = new AppendLoad(store, symbols, bars, ledger, recorder, Timeout, time);
        var simulation = new LoadSimulation { Copies = Copies, WarmUp = TimeSpan.Zero, Duration = duration };
        await maker.RunAsync(load, simulation, recorder, () => ValueTask.CompletedTask, reportFolder: null, cancellationToken);
    }
}
