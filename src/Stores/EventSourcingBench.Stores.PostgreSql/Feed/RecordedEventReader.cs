using EventSourcingBench.Abstractions;
using Npgsql;

namespace EventSourcingBench.Stores.PostgreSql;

/// <summary>Makes events out of the columns that the feed and the reading of a stream share. Names repeat from row to row and are kept once.</summary>
internal sealed class RecordedEventReader
{
    private StreamId _stream;
    private string _streamName = "";
    private string _type = "";

    public RecordedEvent Read(NpgsqlDataReader reader)
    {
        var stream = reader.GetString(2);
        if (stream != _streamName)
        {
            _streamName = stream;
            _stream = new StreamId(stream);
        }

        var type = reader.GetString(5);
        if (type != _type)
        {
            _type = type;
        }

        return new RecordedEvent
        {
            Position = reader.GetInt64(1),
            Stream = _stream,
            Version = reader.GetInt64(3),
            Id = reader.GetGuid(4),
            Type = _type,
            Data = reader.GetFieldValue<byte[]>(6),
            Metadata = reader.IsDBNull(7) ? default : reader.GetFieldValue<byte[]>(7),
            RecordedAt = new DateTimeOffset(reader.GetDateTime(8)),
        };
    }
}
