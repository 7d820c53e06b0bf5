namespace EventSourcingBench.Domain.Items;

/// <summary>A row for each <see cref="EventType"/>, grouped by stream and counted. There are several equal ones, <c>items_1</c> to
/// <see cref="Most"/>, since an application has many read models.</summary>
public sealed class ItemsProjection(int number) : IProjection
{
    public const string EventType = "ItemChanged";

    public const int Most = 10;

    public string Name { get; } = string.Create(CultureInfo.InvariantCulture, $"items_{number}");

    /// <remarks>Only events of a load say when they were sent; those that were there before it have the Unix epoch.</remarks>
    /// <exception cref="FormatException">The time is in no known format.</exception>
    public ReadModelRow? Project(RecordedEvent recorded) => recorded.Type != EventType ? null
        : ReadModelRow.Of(recorded, recorded.Stream.Value, amount: 1, SentAt(recorded.Data.Span));

    private static DateTimeOffset SentAt(ReadOnlySpan<byte> data)
    {
        var reader = new Utf8JsonReader(data);
        reader.Read();
        while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
        {
            var isTime = reader.ValueTextEquals("apiCallTime"u8);
            reader.Read();
            if (isTime)
                return reader.GetDateTimeOffset();

            reader.Skip();
        }

        return DateTimeOffset.UnixEpoch;
    }
}
