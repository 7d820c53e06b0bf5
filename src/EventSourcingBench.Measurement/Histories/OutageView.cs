namespace EventSourcingBench.Measurement.Histories;

/// <summary>How long a history has no success, such as after the death of a node.</summary>
public static class OutageView
{
    /// <summary>The longest time without a success between two moments, ticks. To be read when no worker is at work.</summary>
    public static TimeSpan LongestPause(StepHistory history, long from, long to)
    {
        var (last, longest) = (from, 0L);
        var successes = history.Operations
            .Where(o => o is { Kind: OperationKind.Append or OperationKind.BulkAppend, Outcome: Outcome.Success })
            .Select(o => o.End)
            .Where(end => end >= from && end <= to);
        foreach (var end in successes.Order().Append(to))
            (last, longest) = (end, Math.Max(longest, end - last));

        return TimeSpan.FromTicks(longest);
    }
}
