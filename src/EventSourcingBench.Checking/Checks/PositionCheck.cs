namespace EventSourcingBench.Checking.Checks;

/// <summary>Judges acknowledged positions by real time, where the store promises global positions: an append that was acknowledged before
/// another was sent has the lower one.</summary>
internal static class PositionCheck
{
    public static void Judge(StepHistory history, Findings findings)
    {
        if (!history.HasOneClock)
            return;

        // The appends of a lane follow each other: either their positions rise, so that lanes can be merged by them, or they are wrong.
        var lanes = new PriorityQueue<IEnumerator<Operation>, long>();
        foreach (var lane in history.Lanes)
        {
            var appends = lane
                .Where((in o) => o is { Kind: OperationKind.Append, Outcome: Outcome.Success, Position: > 0 }).GetEnumerator();
            if (appends.MoveNext())
                lanes.Enqueue(appends, appends.Current.Position);
        }

        var latest = default(Operation);
        while (lanes.TryDequeue(out var appends, out var position))
        {
            var append = appends.Current;
            if (append.End < latest.Start)
                Add(append, latest);
            else if (append.Start > latest.Start)
                latest = append;

            if (!appends.MoveNext())
                continue;

            if (appends.Current.Position < position)
                Add(append, appends.Current);

            lanes.Enqueue(appends, appends.Current.Position);
        }

        void Add(in Operation earlier, in Operation later) => findings.Add(
            FindingKind.OrderViolated, $"position {earlier.Position} was acknowledged before {later.Position} was sent");
    }
}
