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
            OpenAsync = Opening.Of(Open),
        },
    ];

    private static JsonLinesStore Open(StoreContext context)
    {
        try
        {
            return new JsonLinesStore(context, context.Options.Switch(Flush));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or JsonException)
        {
            throw new StoreUnavailableException($"The file in {context.DataFolder} cannot be opened: {e.Message}", e);
        }
    }
}
