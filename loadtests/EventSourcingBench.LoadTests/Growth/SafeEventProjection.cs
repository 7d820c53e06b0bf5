namespace EventSourcingBench.LoadTests.Growth;

/// <summary>A row for each small event, grouped by symbol. Only single events tell when they were sent.</summary>
internal sealed class SafeEventProjection : IProjection
{
    public string Name => "safe_events";

    public ReadModelRow? Project(RecordedEvent recorded)
    {
        if (recorded.Type != SafeEvents.EventType)
        {
            return null;
        }

        var (symbol, type, at) = ("", 0L, DateTimeOffset.UnixEpoch);
        var reader = new Utf8JsonReader(recorded.Data.Span);
        reader.Read();
        while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
        {
            if (reader.ValueTextEquals("s"u8))
            {
                reader.Read();
                symbol = reader.GetString()!;
            }
            else if (reader.ValueTextEquals("t"u8))
            {
                reader.Read();
                type = reader.GetInt64();
            }
            else if (reader.ValueTextEquals("at"u8))
            {
                reader.Read();
                at = reader.GetDateTimeOffset();
            }
            else
            {
                reader.Skip();
            }
        }

        return new ReadModelRow { EventId = recorded.Id, Group = symbol, Amount = type, ApiCallTime = at, Document = recorded.Data };
    }
}
