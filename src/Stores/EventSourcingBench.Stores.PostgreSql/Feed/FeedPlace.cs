using System.Globalization;
using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Stores.PostgreSql;

/// <summary>A place in the order of all events: behind the event of this transaction and position.</summary>
internal readonly record struct FeedPlace(ulong TransactionId, long Position)
{
    /// <summary>Written <c>transaction:position</c>.</summary>
    public Checkpoint Checkpoint => this == default
        ? Checkpoint.Start
        : new Checkpoint(string.Create(CultureInfo.InvariantCulture, $"{TransactionId}:{Position}"));

    /// <summary>Reads a checkpoint.</summary>
    /// <exception cref="FormatException">It is not one of this store's.</exception>
    public static FeedPlace Of(Checkpoint checkpoint)
    {
        if (checkpoint.IsStart)
        {
            return default;
        }

        var parts = checkpoint.Value!.Split(':');
        return parts.Length == 2
            && ulong.TryParse(parts[0], NumberStyles.None, CultureInfo.InvariantCulture, out var transaction)
            && long.TryParse(parts[1], NumberStyles.None, CultureInfo.InvariantCulture, out var position)
            ? new FeedPlace(transaction, position)
            : throw new FormatException($"'{checkpoint.Value}' is not a checkpoint of postgres: it is written transaction:position, such as 742:18.");
    }

    /// <summary>True when this place is earlier in the order than the other.</summary>
    public bool IsBefore(FeedPlace other) =>
        TransactionId < other.TransactionId || (TransactionId == other.TransactionId && Position < other.Position);
}
