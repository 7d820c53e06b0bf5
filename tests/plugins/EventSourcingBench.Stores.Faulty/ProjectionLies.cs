namespace EventSourcingBench.Stores.Faulty;

/// <summary>Read models that are not what the events give. Streams and subscriptions are right.</summary>
internal static class ProjectionLies
{
    public static IReadOnlyList<Lie> All { get; } =
    [
        new("lie-row-missing", 1_000, c => OneIn(c, _ => [])),
        new("lie-row-twice", 1_000, c => OneIn(c, row => [row, row])),
        new("lie-row-amount", 1_000, c => OneIn(c, row => [row with { Amount = row.Amount + 1 }])),
        new("lie-row-group", 1_000, c => FromTheOneBefore(
            (row, before) => row with { Group = before.Group }, (row, before) => row.Group != before.Group, c)),
        new("lie-row-document", 1_000, c => FromTheOneBefore((row, before) => row with { Document = before.Document }, (_, _) => true, c)),
        new("lie-total", 0, _ => new Behaviour { Summary = summary => summary with { Total = summary.Total + 1 } }),
        new("lie-total-count", 0, _ => new Behaviour { Summary = summary => summary with { Count = summary.Count - 1 } }),
        new("lie-rebuild-none", 0, _ => new Behaviour { Rebuild = _ => Task.CompletedTask }),
        new("lie-rebuild-early", 0, _ => new Behaviour { Rebuild = RebuildLater }),
        new("lie-row-restart", 0, _ => new Behaviour { Restart = SaveLastAgainAsync }),
    ];

    /// <summary>Saves the last row of a read model once more.</summary>
    public static async Task SaveLastAgainAsync(IReadModelTables tables)
    {
        var (checkpoint, _) = await tables.GetProgressAsync(CancellationToken.None);
        await tables.SaveAsync([await tables.ReadAllAsync().LastAsync()], checkpoint, checkpoint);
    }

    private static Task RebuildLater(IRunningProjection projection)
    {
        _ = Task.Run(async () =>
        {
            await Task.Delay(TimeSpan.FromMilliseconds(300));
            await projection.RebuildAsync();
        });
        return Task.CompletedTask;
    }

    private static Behaviour OneIn(LieContext context, Func<ReadModelRow, IEnumerable<ReadModelRow>> change) =>
        new() { Save = row => context.IsDue() ? change(row) : [row] };

    private static Behaviour FromTheOneBefore(
        Func<ReadModelRow, ReadModelRow, ReadModelRow> change, Func<ReadModelRow, ReadModelRow, bool> canChange, LieContext context)
    {
        ReadModelRow? last = null;
        return new Behaviour
        {
            Save = row =>
            {
                var before = Interlocked.Exchange(ref last, row);
                return [before is not null && canChange(row, before) && context.IsDue() ? change(row, before) : row];
            },
        };
    }
}
