namespace EventSourcingBench.Stores.PostgreSql.Feed;

/// <summary>Reads events from the columns that the feed and stream reads share. Repeated names are kept once.</summary>
/// <param name="only">The stream of all rows, whose name is then not decoded; null for rows of several streams.</param>
internal sealed class RecordedEventReader(StreamId? only = null)
{
    private StreamId _stream;
    private string _type = "";

    public RecordedEvent Read(NpgsqlDataReader reader)
    {
        var type = reader.GetString(5);
        _type = type == _type ? _type : type;
        if (only is null && reader.GetString(2) is var name && name != _stream.ToString())
            _stream = new StreamId(name);

        return new RecordedEvent
        {
            Position = reader.GetInt64(1),
            Stream = only ?? _stream,
            Version = reader.GetInt64(3),
            Id = reader.GetGuid(4),
            Type = _type,
            Data = reader.GetFieldValue<byte[]>(6),
            Metadata = reader.IsDBNull(7) ? default : reader.GetFieldValue<byte[]>(7),
            RecordedAt = new DateTimeOffset(reader.GetDateTime(8)),
        };
    }
}
