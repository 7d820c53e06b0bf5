using EventSourcingBench.Abstractions;
using EventSourcingBench.Stores.Memory;

namespace EventSourcingBench.Stores.Faulty;

/// <summary>Offers stores that are wrong in a known way.</summary>
public sealed class FaultyStorePlugin : IStorePlugin
{
    private const string Rate = "faulty.rate";

    /// <inheritdoc />
    public IReadOnlyList<StoreDefinition> Stores { get; } =
    [
        Define("faulty-lose", "For tests: acknowledges each event and drops one in a thousand", Losing),
        Define("faulty-duplicate", "For tests: stores one append in a thousand twice", Duplicating),
        Define("faulty-reorder", "For tests: each subscription exchanges other events with their neighbours", Reordering),
        Define("faulty-skip", "For tests: one append in a thousand commits late, and subscriptions skip it", Skipping),
        Define("faulty-quote", "For tests: quotes its connection string wherever a store may say something", Quoting, "umadb"),
        Define("faulty-quote-opening", "For tests: quotes its connection string when it is opened", QuotingAtOnce, "umadb"),
    ];

    private static StoreDefinition Define(
        string name, string summary, Func<StoreContext, int, FaultyStore> open, string? server = null) => new()
        {
            Name = name,
            Summary = summary,
            Server = server,
            Options = [new StoreOption(Rate, StoreOptionKind.Integer, "1000", "One in so many is wrong, 2 to 1000000") { Minimum = 2, Maximum = 1_000_000 }],
            OpenAsync = (context, cancellationToken) =>
            {
                cancellationToken.ThrowIfCancellationRequested();
                return Task.FromResult<IStore>(open(context, (int)context.Options.Integer(Rate)));
            },
        };

    private static FaultyStore Losing(StoreContext context, int rate)
    {
        var log = new MemoryLog(context.Time);
        var hidden = new HiddenEvents();
        return new FaultyStore(
            log,
            new LosingEventStore(new MemoryEventStore(log, delay: null), hidden, rate),
            new HidingSubscription(new MemorySubscription(log), hidden),
            context.Time);
    }

    private static FaultyStore Duplicating(StoreContext context, int rate)
    {
        var log = new MemoryLog(context.Time, knowsRetries: false);
        return new FaultyStore(
            log, new DuplicatingEventStore(new MemoryEventStore(log, delay: null), rate), new MemorySubscription(log), context.Time);
    }

    private static FaultyStore Reordering(StoreContext context, int rate)
    {
        var log = new MemoryLog(context.Time);
        return new FaultyStore(
            log, new MemoryEventStore(log, delay: null), new ReorderingSubscription(new MemorySubscription(log), rate), context.Time);
    }

    private static FaultyStore Skipping(StoreContext context, int rate)
    {
        var log = new MemoryLog(context.Time);
        var hidden = new HiddenEvents();
        return new FaultyStore(
            log,
            new LateEventStore(new MemoryEventStore(log, delay: null), hidden, rate, context.Time),
            new HidingSubscription(new MemorySubscription(log), hidden),
            context.Time);
    }

    private static FaultyStore Quoting(StoreContext context, int rate)
    {
        var log = new MemoryLog(context.Time);
        return new FaultyStore(
            log,
            new QuotingEventStore(new MemoryEventStore(log, delay: null), context.ConnectionString!, rate),
            new MemorySubscription(log),
            context.Time,
            context.ConnectionString);
    }

    private static FaultyStore QuotingAtOnce(StoreContext context, int rate) => throw QuotingEventStore.Failure(context.ConnectionString!);
}
