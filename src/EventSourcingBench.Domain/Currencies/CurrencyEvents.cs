namespace EventSourcingBench.Domain.Currencies;

/// <summary>Events of currencies as stores keep them.</summary>
public static class CurrencyEvents
{
    public static EventData ToEventData(Guid id, CurrencyInfoAdded added) =>
        StoredEvent.Write(id, added, CurrencyJson.Default.CurrencyInfoAdded, EventMetadata.Of(id));

    /// <exception cref="ForeignEventException">It is of another type, or its data is not that of its type.</exception>
    public static CurrencyInfoAdded FromRecorded(RecordedEvent recorded)
    {
        var added = StoredEvent.Read(recorded, CurrencyJson.Default.CurrencyInfoAdded);
        // JSON may hold 1e999, which is read as infinity and cannot be written again.
        return double.IsFinite(added.High) && double.IsFinite(added.Low) && double.IsFinite(added.Open) && double.IsFinite(added.Close)
            ? added
            : throw new ForeignEventException(recorded.Id, $"is a {recorded.Type} with a price that is not a finite number.");
    }
}

/// <summary>How bars are written as JSON: camelCase, every member required, none null, none twice.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, RespectNullableAnnotations = true, AllowDuplicateProperties = false)]
[JsonSerializable(typeof(AddCurrencyInfo))]
[JsonSerializable(typeof(CurrencyInfoAdded))]
public sealed partial class CurrencyJson : JsonSerializerContext;

/// <summary>The event that a bar was added to a currency: the accepted <see cref="AddCurrencyInfo"/> with its symbol.</summary>
public sealed record CurrencyInfoAdded : CurrencyInfo
{
    public const string EventType = nameof(CurrencyInfoAdded);

    public CurrencyInfoAdded() { }

    [SetsRequiredMembers]
    internal CurrencyInfoAdded(CurrencySymbol symbol, CurrencyInfo accepted)
        : base(accepted) => Symbol = symbol;

    [JsonPropertyOrder(1)]
    public required CurrencySymbol Symbol { get; init; }
}

/// <summary>The streams of currencies: one for each symbol, <c>currency-EURUSD</c>.</summary>
public static class CurrencyStreams
{
    public static StreamId For(CurrencySymbol symbol) => new("currency-" + symbol.Value);
}
