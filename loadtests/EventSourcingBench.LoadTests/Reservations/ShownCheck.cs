namespace EventSourcingBench.LoadTests.Reservations;

/// <summary>Compares each show as the store's reader shows it with its events.</summary>
internal sealed class ShownCheck(
    RosterRule rosters, Func<string, CancellationToken, Task<ShownSeats?>> read, int shows, CountedPhase counting)
{
    private const int Readers = 16;

    public Task ReadAsync(Findings findings, CancellationToken cancellationToken)
    {
        var turn = new Lock();
        var limits = new ParallelOptions { MaxDegreeOfParallelism = Readers, CancellationToken = cancellationToken };
        return Parallel.ForEachAsync(Enumerable.Range(0, shows), limits, async (show, cancel) =>
        {
            var (version, seats) = await read(ShowIds.Of(show), cancel) ?? new ShownSeats(0, []);
            lock (turn)
            {
                var (events, taken) = rosters.StateOf(show);
                if (version != events || !taken.SetEquals(seats))
                {
                    var left = $"{events}, which leave {string.Join(", ", taken.Order())}";
                    findings.Add(
                        FindingKind.RuleBroken,
                        $"show {ShowIds.Of(show)} is read with {version} events and the seats {string.Join(", ", seats)}; it has {left}");
                }
            }

            counting.Advance();
        });
    }
}
