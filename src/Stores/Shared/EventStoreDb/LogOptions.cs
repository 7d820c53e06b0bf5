using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Stores.Shared;

/// <summary>The options; their names begin with the store's.</summary>
internal static class LogOptions
{
    public const string Append = Dialect.Store + ".append";
    public const string FeedBatch = Dialect.Store + ".feedBatch";
    public const string Batch = "batch";

    public static IReadOnlyList<StoreOption> All { get; } =
    [
        new StoreOption(
            Append, StoreOptionKind.Choice, Batch, "batch: all appends share one streaming call; unary: each append is a call of its own")
        {
            Choices = [Batch, "unary"],
        },
        new StoreOption(FeedBatch, StoreOptionKind.Integer, "1000", "the most events that a subscription gives at once, 1 to 10000")
        {
            Minimum = 1,
            Maximum = 10_000,
        },
    ];
}
