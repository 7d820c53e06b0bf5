namespace EventSourcingBench.Stores.Shared;

public sealed class LogPlugin : IStorePlugin
{
    public IReadOnlyList<StoreDefinition> Stores { get; } =
        [new() { Name = Dialect.Store, Options = LogOptions.All, OpenAsync = LogStore.OpenAsync }];

    public IReadOnlyList<ServerKind> Servers { get; } = [LogServer.Kind];
}

internal static class LogOptions
{
    public const string Append = Dialect.Store + ".append";
    public const string FeedBatch = Dialect.Store + ".feedBatch";
    public const string Subscription = Dialect.Store + ".subscription";
    public const string Batch = "batch";
    public const string Persistent = "persistent";

    public static IReadOnlyList<StoreOption> All { get; } =
    [
        new(Append, StoreOptionKind.Choice, Batch, "batch: all appends share one streaming call; unary: each append is a separate call")
        { Choices = [Batch, "unary"] },
        new(FeedBatch, StoreOptionKind.Integer, "1000", "the maximum number of events per batch of a subscription, 1 to 10000")
        { Minimum = 1, Maximum = 10_000 },
        new(Subscription, StoreOptionKind.Choice, "catch-up", "catch-up: a subscriber keeps its checkpoint; persistent: the server "
            + "keeps it, and a subscriber acknowledges each event")
        { Choices = ["catch-up", Persistent] },
    ];
}
