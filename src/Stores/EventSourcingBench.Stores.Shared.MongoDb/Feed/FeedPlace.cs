using System.Buffers.Text;
using MongoDB.Bson.Serialization;

namespace EventSourcingBench.Stores.Shared.MongoDb.Feed;

/// <summary>
/// A place in the order of all events: after the document with this position, with the change stream's place. Without a token,
/// later events are read from the collection.
/// </summary>
/// <param name="Position">The position of the last document, 0 before the first.</param>
/// <param name="Token">The change stream's resume token after it; null if the place does not come from the change stream.</param>
internal readonly record struct FeedPlace(long Position, BsonDocument? Token)
{
    private const char Separator = '@';

    /// <summary>Formatted as <c>position</c> or <c>position@token</c>.</summary>
    public Checkpoint Checkpoint
    {
        get
        {
            if (Position == 0)
                return Checkpoint.Start;

            var position = Position.ToString(CultureInfo.InvariantCulture);
            return new Checkpoint(Token is null ? position : position + Separator + Base64Url.EncodeToString(Token.ToBson()));
        }
    }

    /// <exception cref="FormatException">The format is wrong.</exception>
    public static FeedPlace Of(Checkpoint checkpoint)
    {
        if (checkpoint.IsStart)
            return default;

        var parts = checkpoint.Value!.Split(Separator);
        if (parts.Length <= 2 && long.TryParse(parts[0], NumberStyles.None, CultureInfo.InvariantCulture, out var position))
        {
            if (parts.Length == 1)
                return new FeedPlace(position, null);

            if (TokenOf(parts[1]) is { } token)
                return new FeedPlace(position, token);
        }

        throw new FormatException($"'{checkpoint.Value}' is not a checkpoint of mongodb. The format is a position, such as 42, "
            + $"or a position and a resume token separated by {Separator}.");
    }

    private static BsonDocument? TokenOf(string text)
    {
        try
        {
            return BsonSerializer.Deserialize<BsonDocument>(Base64Url.DecodeFromChars(text));
        }
        catch (Exception e) when (e is FormatException or EndOfStreamException or BsonException)
        {
            return null;
        }
    }
}
