namespace EventSourcingBench.Checking.Checks;

/// <summary>Finds the events of a finished history by number or id, at 4 bytes an operation and nothing for a bulk event.</summary>
internal sealed class SentEvents(StepHistory history, bool hasStreams)
{
    private readonly OperationIndex _operations = new(history);
    private readonly Operation[] _bulkAppends = history.Bulk is null ? []
        : [.. history.Where((in o) => o.Kind == OperationKind.BulkAppend).OrderBy(o => o.Number)];

    private int _recentBulkAppend;

    public StepHistory History => history;

    /// <summary>Whether keys of operations are streams.</summary>
    public bool HasStreams => hasStreams;

    /// <summary>Numbers are less than this.</summary>
    public long Count => history.BulkCount + (_operations.Count * history.EventsPerOperation);

    /// <summary>The number of an event; -1 for one that this history cannot have sent.</summary>
    public long Find(Guid id) => History.Ids.NumberOf(id) is var number && number < Count ? number : -1;

    /// <summary>What was sent by this number, 0 to <see cref="Count"/> - 1.</summary>
    public SentEvent this[long number] => number < History.BulkCount || !TryGetOperation(number, out var operation, out var index)
        ? OfBulkOrNone(number)
        : new SentEvent(
            number, IsSent: true, !HasStreams ? Operation.NoKey : index == 0 ? operation.Key : operation.SecondKey, operation.Outcome,
            operation.Start, operation.LatestEffect, HashOfAppend: operation.Hash, Argument: operation.Argument,
            Version: HasStreams && index == 0 && operation.Outcome == Outcome.Success ? operation.Version : 0,
            Position: index == 0 ? operation.Position : 0);

    /// <summary>What was answered to the append of an event; null for a number that was not sent. Faster than the event.</summary>
    public Outcome? OutcomeOf(long number) => number < History.BulkCount
        ? History.Bulk![number] switch
        {
            BulkState.Acknowledged => Outcome.Success,
            BulkState.Unknown => Outcome.Timeout,
            _ => null,
        }
        : TryGetOperation(number, out var operation, out _) ? operation.Outcome : null;

    /// <summary>The append that sent an event, and which of its events it is, from 0.</summary>
    /// <returns>False for an event of a bulk append, and for a number that was not sent.</returns>
    public bool TryGetOperation(long number, out Operation operation, out int index)
    {
        var (of, each) = (number - History.BulkCount, History.EventsPerOperation);
        (of, index) = each == 1 ? (of, 0) : (of / each, (int)(of % each));
        return _operations.TryGet(of, out operation) && (index == 0 || operation.SecondKey != Operation.NoKey);
    }

    /// <summary>The event as examples name it.</summary>
    public string Describe(long number)
    {
        var sent = this[number];
        var version = sent.Version > 0 ? FormattableString.Invariant($"@{sent.Version}") : "";
        return $"{(sent.Stream == Operation.NoKey ? "" : $"{History.Keys[sent.Stream]}{version} ")}({History.Ids.Of(number)})";
    }

    private SentEvent OfBulkOrNone(long number)
    {
        var content = number < History.BulkCount ? History.Bulk!.Content : null;
        var (outcome, append) = content is null ? (null, null) : (OutcomeOf(number), FindBulkAppend(number));
        return new SentEvent(
            number, IsSent: outcome is not null, HasStreams && content is not null ? content.StreamOf(number) : Operation.NoKey,
            outcome ?? Outcome.Error, append?.Start ?? long.MinValue, append?.LatestEffect ?? long.MaxValue, content);
    }

    // The last one that begins at or before the number. It is often that of the event before: any index is a sound beginning.
    private Operation? FindBulkAppend(long number)
    {
        if (!IsIn(_recentBulkAppend, number))
            _recentBulkAppend = Math.Max(0, _bulkAppends.CountUpTo(number, static a => a.Number) - 1);

        return IsIn(_recentBulkAppend, number) ? _bulkAppends[_recentBulkAppend] : null;
    }

    private bool IsIn(int index, long number) =>
        index < _bulkAppends.Length && (ulong)(number - _bulkAppends[index].Number) < (ulong)_bulkAppends[index].Argument;
}

/// <summary>An event that a history knows: what was sent, and what was answered: version and position 0 where none were.</summary>
/// <param name="IsSent">False for a number that no operation sent: it must not be there.</param>
/// <param name="Stream">An index of <see cref="StepHistory.Keys"/>; <see cref="Operation.NoKey"/> in a store without streams.</param>
/// <param name="Content">What it is as an event of a bulk append; else null.</param>
/// <param name="Argument">See <see cref="Operation.Argument"/>; 0 for an event of a bulk append.</param>
internal readonly record struct SentEvent(
    long Number, bool IsSent, int Stream, Outcome Outcome, long Start, long LatestEffect, IBulkContent? Content = null,
    ulong HashOfAppend = 0, int Argument = 0, long Version = 0, long Position = 0)
{
    /// <summary>Its <see cref="ContentHash"/>. Of an event of a bulk append it is computed each time: only some checks need it.</summary>
    public ulong Hash => Content?.HashOf(Number) ?? HashOfAppend;

    public bool IsAcknowledged => IsSent && Outcome == Outcome.Success;

    public bool IsUnknown => IsSent && Outcome == Outcome.Timeout;
}

/// <summary>Binary search.</summary>
internal static class Sorted
{
    /// <summary>How many items, which are sorted by their key, have one up to a limit.</summary>
    public static int CountUpTo<T>(this IReadOnlyList<T> items, long limit, Func<T, long> key)
    {
        var (low, high) = (0, items.Count);
        while (low < high)
        {
            var middle = (low + high) / 2;
            (low, high) = key(items[middle]) <= limit ? (middle + 1, high) : (low, middle);
        }

        return low;
    }

    public static int CountUpTo(this IReadOnlyList<long> items, long limit) => items.CountUpTo(limit, static i => i);
}
