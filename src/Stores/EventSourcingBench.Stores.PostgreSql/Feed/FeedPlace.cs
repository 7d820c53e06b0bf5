namespace EventSourcingBench.Stores.PostgreSql.Feed;

/// <summary>A place in the order of all events: after the event with this transaction and position.</summary>
internal readonly record struct FeedPlace(ulong TransactionId, long Position)
{
    /// <summary>Formatted as <c>transaction:position</c>.</summary>
    public Checkpoint Checkpoint => this == default ? Checkpoint.Start
        : new Checkpoint(string.Create(CultureInfo.InvariantCulture, $"{TransactionId}:{Position}"));

    public static FeedPlace Read(NpgsqlDataReader reader) => new(reader.GetFieldValue<ulong>(0), reader.GetInt64(1));

    public static FeedPlace Of(Checkpoint checkpoint)
    {
        if (checkpoint.IsStart)
            return default;

        return checkpoint.Value!.Split(':') is [var first, var second]
            && ulong.TryParse(first, NumberStyles.None, CultureInfo.InvariantCulture, out var transaction)
            && long.TryParse(second, NumberStyles.None, CultureInfo.InvariantCulture, out var position)
            ? new FeedPlace(transaction, position)
            : throw new FormatException($"'{checkpoint.Value}' is not a checkpoint of postgres. The format is "
                + "transaction:position, such as 742:18.");
    }

    /// <summary>Returns whether a checkpoint has reached the last committed event.</summary>
    public static async Task<Predicate<Checkpoint>> ReachedAsync(PostgresDatabase database, CancellationToken cancellationToken)
    {
        var last = await database.Query("123_head", Read).FirstOrDefaultAsync(cancellationToken);
        return checkpoint => !Of(checkpoint).IsBefore(last);
    }

    public bool IsBefore(FeedPlace other) => (TransactionId, Position).CompareTo((other.TransactionId, other.Position)) < 0;
}
