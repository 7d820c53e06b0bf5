using System.Buffers.Text;
using MongoDB.Bson.Serialization;

namespace EventSourcingBench.Stores.Shared.MongoDb.Feed;

/// <summary>A place in the order of all events: after the document with this position, with the change stream's place. Without a token,
/// later events are read from the collection.</summary>
/// <param name="Position">The position of the last document, 0 before the first.</param>
/// <param name="Token">The change stream's resume token after it; null if the place does not come from the change stream.</param>
internal readonly record struct FeedPlace(long Position, BsonDocument? Token)
{
    private const char Separator = '@';

    /// <summary>Formatted as <c>position</c> or <c>position@token</c>.</summary>
    public Checkpoint Checkpoint => Position == 0 || Token is null
        ? PositionCheckpoint.At(Position)
        : new Checkpoint(string.Create(CultureInfo.InvariantCulture, $"{Position}{Separator}{Base64Url.EncodeToString(Token.ToBson())}"));

    public static FeedPlace Of(Checkpoint checkpoint)
    {
        if (checkpoint.IsStart)
            return default;

        try
        {
            var parts = checkpoint.Value!.Split(Separator);
            var position = long.Parse(parts[0], NumberStyles.None, CultureInfo.InvariantCulture);
            return parts.Length == 1 ? new FeedPlace(position, null)
                : parts.Length == 2 ? new FeedPlace(position, BsonSerializer.Deserialize<BsonDocument>(Base64Url.DecodeFromChars(parts[1])))
                : throw new FormatException();
        }
        catch (Exception e) when (e is FormatException or OverflowException or EndOfStreamException or BsonException)
        {
            throw new FormatException($"'{checkpoint.Value}' is not a checkpoint of mongodb. The format is a position, such as 42, "
                + $"or a position and a resume token separated by {Separator}.", e);
        }
    }
}
