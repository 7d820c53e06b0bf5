namespace EventSourcingBench.Stores.JsonLines;

/// <summary>Offers <c>jsonlines</c>.</summary>
public sealed class JsonLinesPlugin : IStorePlugin
{
    private const string Flush = "jsonlines.flush";

    /// <inheritdoc/>
    public IReadOnlyList<StoreDefinition> Stores { get; } =
    [
        new()
        {
            Name = "jsonlines",
            Options =
            [
                new StoreOption(
                    Flush, StoreOptionKind.Switch, Default: "on", "Whether each append is forced to disk before it is acknowledged"),
            ],
            OpenAsync = OpenAsync,
        },
    ];

    private static Task<IStore> OpenAsync(StoreContext context, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        try
        {
            return Task.FromResult<IStore>(new JsonLinesStore(context, context.Options.Switch(Flush)));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or JsonException)
        {
            throw new StoreUnavailableException($"The file in {context.DataFolder} cannot be opened: {e.Message}", e);
        }
    }
}
