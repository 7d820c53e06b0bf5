using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Stores.FileLog;

/// <summary>Offers <c>filelog</c>.</summary>
public sealed class FileLogPlugin : IStorePlugin
{
    /// <inheritdoc />
    public IReadOnlyList<StoreDefinition> Stores { get; } =
    [
        new StoreDefinition
        {
            Name = "filelog",
            Summary = "An append-only log in segment files in the process: what the disk allows; waiting appends share an fsync",
            Options = FileLogOptions.All,
            OpenAsync = FileLogStore.OpenAsync,
        },
    ];
}
