namespace EventSourcingBench.Domain.Currencies;

/// <summary>One row for each bar, grouped by symbol, adding up tick volume. It runs over millions of events, so it reads only the three
/// values that the row needs, and hands the event's own bytes on as the document.</summary>
/// <param name="name">Several of different names are read models with the same rows.</param>
public sealed class CurrencyBarsProjection(string name = "currency_bars") : IProjection
{
    public string Name => name;

    /// <exception cref="FormatException">The event says that it is a bar, and is not.</exception>
    public ReadModelRow? Project(RecordedEvent recorded)
    {
        if (recorded.Type != CurrencyInfoAdded.EventType)
            return null;

        try
        {
            return Row(recorded);
        }
        catch (Exception e) when (e is JsonException or InvalidOperationException or FormatException)
        {
            throw new FormatException($"Event {recorded.Id} is not a {CurrencyInfoAdded.EventType}: {e.Message}", e);
        }
    }

    // Stores keep the meaning of the bytes only, so the order of the members is not relied on.
    private static ReadModelRow Row(RecordedEvent recorded)
    {
        string? symbol = null;
        long? tickVolume = null;
        DateTimeOffset? apiCallTime = null;
        var reader = new Utf8JsonReader(recorded.Data.Span);
        reader.Read();
        while ((symbol is null || tickVolume is null || apiCallTime is null)
            && reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
        {
            if (reader.ValueTextEquals("symbol"u8))
                symbol = reader.Read() ? reader.GetString() : null;
            else if (reader.ValueTextEquals("tickVolume"u8))
                tickVolume = reader.Read() ? reader.GetInt64() : null;
            else if (reader.ValueTextEquals("apiCallTime"u8))
                apiCallTime = reader.Read() ? reader.GetDateTimeOffset() : null;
            else
                reader.Skip();
        }

        return ReadModelRow.Of(
            recorded,
            symbol ?? throw new FormatException("symbol is missing."),
            tickVolume ?? throw new FormatException("tickVolume is missing."),
            apiCallTime ?? throw new FormatException("apiCallTime is missing."));
    }
}
