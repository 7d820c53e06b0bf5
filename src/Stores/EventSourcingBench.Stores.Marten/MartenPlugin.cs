using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Stores.Marten;

/// <summary>Offers the stores <c>marten</c>, <c>marten-conventional</c> and <c>dcb-marten</c>.</summary>
public sealed class MartenPlugin : IStorePlugin
{
    /// <inheritdoc />
    public IReadOnlyList<StoreDefinition> Stores { get; } =
    [
        new StoreDefinition
        {
            Name = "marten",
            Summary = "Marten on PostgreSQL: its event store, its async daemon, its event projections",
            Server = "postgres",
            Options = MartenOptions.Declared,
            OpenAsync = MartenStore.OpenAsync,
        },
        new StoreDefinition
        {
            Name = "marten-conventional",
            Summary = "the store marten as Marten comes: marten.wakeup=poll, marten.lockStreams=off",
            Server = "postgres",
            Options = MartenOptions.Conventional,
            OpenAsync = MartenStore.OpenAsync,
        },
        new StoreDefinition
        {
            Name = "dcb-marten",
            Summary = "DCB by Marten on PostgreSQL: its event tags, FetchForWritingByTags and its check of the tags' versions",
            Server = "postgres",
            Model = StoreModel.Dcb,
            Options = MartenOptions.DeclaredForDcb,
            OpenAsync = DcbMartenStore.OpenAsync,
        },
    ];
}
