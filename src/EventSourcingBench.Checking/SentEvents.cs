namespace EventSourcingBench.Checking;

/// <summary>Finds the events of a history by number or id. To be made when nothing writes to the history any more.</summary>
/// <remarks>4 bytes an operation, and nothing for a bulk event.</remarks>
public sealed class SentEvents
{
    private readonly OperationIndex _operations;
    private readonly Operation[] _bulkAppends;
    private int _recentBulkAppend;

    /// <summary>Makes the index.</summary>
    /// <param name="history">The history.</param>
    /// <param name="hasStreams">Whether keys of operations are streams.</param>
    public SentEvents(StepHistory history, bool hasStreams)
    {
        ArgumentNullException.ThrowIfNull(history);
        (History, HasStreams) = (history, hasStreams);
        _operations = new OperationIndex(history);
        _bulkAppends = [.. history.Operations.Where(o => o.Kind == OperationKind.BulkAppend).OrderBy(o => o.Number)];
        Count = history.BulkCount + (_operations.Count * history.EventsPerOperation);
    }

    /// <summary>The history.</summary>
    public StepHistory History { get; }

    /// <summary>Whether keys of operations are streams.</summary>
    public bool HasStreams { get; }

    /// <summary>Numbers are less than this.</summary>
    public long Count { get; }

    /// <summary>The number of an event.</summary>
    /// <param name="id">Its id.</param>
    /// <returns>-1 for one that this history cannot have sent.</returns>
    public long Find(Guid id) => History.Ids.NumberOf(id) is var number && number < Count ? number : -1;

    /// <summary>What was sent by this number.</summary>
    /// <param name="number">0 to <see cref="Count"/> - 1.</param>
    public SentEvent this[long number] => number < History.BulkCount ? OfBulk(number)
        : TryGetOperation(number, out var operation, out var index) ? OfOperation(number, operation, index)
        : NotSent(number);

    /// <summary>
    /// What was answered to the append of an event; null for a number that was not sent. Faster than all that is known of it.
    /// </summary>
    /// <param name="number">0 to <see cref="Count"/> - 1.</param>
    public Outcome? OutcomeOf(long number) => number < History.BulkCount
        ? History.Bulk![number] switch
        {
            BulkState.Acknowledged => Outcome.Success,
            BulkState.Unknown => Outcome.Timeout,
            _ => null,
        }
        : TryGetOperation(number, out var operation, out _) ? operation.Outcome : null;

    /// <summary>The append that sent an event.</summary>
    /// <param name="number">The event's number.</param>
    /// <param name="operation">The append.</param>
    /// <param name="index">Which of its events it is, from 0.</param>
    /// <returns>False for an event of a bulk append, and for a number that was not sent.</returns>
    public bool TryGetOperation(long number, out Operation operation, out int index)
    {
        var (of, which) = Math.DivRem(number - History.BulkCount, History.EventsPerOperation);
        index = (int)which;
        return _operations.TryGet(of, out operation) && (index == 0 || operation.SecondKey != Operation.NoKey);
    }

    /// <summary>The event as examples name it.</summary>
    /// <param name="number">Its number.</param>
    public string Describe(long number)
    {
        var sent = this[number];
        var stream = sent.Stream == Operation.NoKey ? "" : History.Keys[sent.Stream] + (sent.Version > 0 ? FormattableString.Invariant($"@{sent.Version} ") : " ");
        return $"{stream}({History.Ids.Of(number)})";
    }

    private SentEvent OfOperation(long number, in Operation operation, int index) => new()
    {
        Number = number,
        IsSent = true,
        Stream = !HasStreams ? Operation.NoKey : index == 0 ? operation.Key : operation.SecondKey,
        Hash = operation.Hash,
        Argument = operation.Argument,
        Outcome = operation.Outcome,
        Version = HasStreams && index == 0 && operation.Outcome == Outcome.Success ? operation.Version : 0,
        Position = index == 0 ? operation.Position : 0,
        Start = operation.Start,
        LatestEffect = operation.LatestEffect,
    };

    private SentEvent OfBulk(long number)
    {
        var bulk = History.Bulk!;
        var append = FindBulkAppend(number);
        return new SentEvent
        {
            Number = number,
            IsSent = OutcomeOf(number) is not null,
            Stream = HasStreams ? bulk.Content.StreamOf(number) : Operation.NoKey,
            Content = bulk.Content,
            Outcome = OutcomeOf(number) ?? Outcome.Error,
            Version = 0,
            Position = 0,
            Start = append?.Start ?? long.MinValue,
            LatestEffect = append?.LatestEffect ?? long.MaxValue,
        };
    }

    private static SentEvent NotSent(long number) => new()
    {
        Number = number,
        IsSent = false,
        Stream = Operation.NoKey,
        Outcome = Outcome.Error,
        Version = 0,
        Position = 0,
        Start = long.MinValue,
        LatestEffect = long.MaxValue,
    };

    // The last one that begins at or before the number. It is often that of the event before: any index is a sound beginning.
    private Operation? FindBulkAppend(long number)
    {
        var recent = _recentBulkAppend;
        if (recent < _bulkAppends.Length && IsIn(recent, number))
        {
            return _bulkAppends[recent];
        }

        var (low, high) = (0, _bulkAppends.Length - 1);
        while (low <= high)
        {
            var middle = (low + high) / 2;
            if (_bulkAppends[middle].Number <= number)
            {
                low = middle + 1;
            }
            else
            {
                high = middle - 1;
            }
        }

        _recentBulkAppend = Math.Max(0, high);
        return high >= 0 && IsIn(high, number) ? _bulkAppends[high] : null;
    }

    private bool IsIn(int index, long number) =>
        (ulong)(number - _bulkAppends[index].Number) < (ulong)_bulkAppends[index].Argument;
}
