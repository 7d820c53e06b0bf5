namespace EventSourcingBench.LoadTests.Reservations;

/// <summary>Compares each show as the store's reader shows it with its events.</summary>
internal sealed class ShownCheck(
    RosterRule rosters, Func<string, CancellationToken, Task<ShownSeats?>> read, int shows, CountedPhase counting)
{
    private const int Readers = 16;

    public async Task ReadAsync(Findings findings, CancellationToken cancellationToken)
    {
        var turn = new Lock();
        await Parallel.ForEachAsync(
            Enumerable.Range(0, shows),
            new ParallelOptions { MaxDegreeOfParallelism = Readers, CancellationToken = cancellationToken },
            async (show, cancel) =>
            {
                var shown = await read(ShowIds.Of(show), cancel);
                lock (turn)
                {
                    Compare(show, shown, findings);
                }

                counting.Advance();
            });
    }

    private void Compare(int show, ShownSeats? shown, Findings findings)
    {
        var (events, taken) = rosters.StateOf(show);
        if ((shown?.Version ?? 0) != events || !taken.SetEquals(shown?.Taken ?? []))
        {
            findings.Add(
                FindingKind.RuleBroken,
                $"show {ShowIds.Of(show)} is read with {shown?.Version ?? 0} events and the seats "
                    + $"{string.Join(", ", shown?.Taken ?? [])}; "
                    + $"it has {events}, which leave {string.Join(", ", taken.Order())}");
        }
    }
}
