namespace EventSourcingBench.Stores.Faulty;

/// <summary>Read models that are not what the events give. Streams and subscriptions are right.</summary>
internal static class ProjectionLies
{
    public static IReadOnlyList<Lie> All { get; } =
    [
        new("lie-row-missing", "Projections leave one row in 1,000 out",
            "A row that the events give is missing, though its save was reported") { Rate = 1_000, Make = c => OneIn(c, _ => []) },
        new("lie-row-twice", "Projections save one row in 1,000 twice",
            "A row is there twice, and counts twice in its group") { Rate = 1_000, Make = c => OneIn(c, row => [row, row]) },
        new("lie-row-amount", "Projections save one row in 1,000 with an amount that is one too high",
            "A row's amount and its group's total are not what the events give")
        {
            Rate = 1_000,
            Make = c => OneIn(c, row => [row.With(amount: row.Amount + 1)]),
        },
        new("lie-row-group", "Projections save one row in 1,000 in the group of the row before it",
            "A row is in another group; the totals of two groups are wrong")
        {
            Rate = 1_000,
            Make = c => FromTheOneBefore((row, before) => row.With(group: before.Group), (row, before) => row.Group != before.Group, c),
        },
        new("lie-row-document", "Projections save one row in 1,000 with the document of the row before it",
            "A row's document is that of another; amounts and totals are right")
        {
            Rate = 1_000,
            Make = c => FromTheOneBefore((row, before) => row.With(document: before.Document), (_, _) => true, c),
        },
        new("lie-total", "The total of each group is one too high",
            "A group's total is not the sum of its rows; each row is right")
        {
            Make = _ => new Behaviour { Summary = summary => summary with { Total = summary.Total + 1 } },
        },
        new("lie-total-count", "The count of each group is one too low",
            "A group's count is not that of its rows; each row is right")
        {
            Make = _ => new Behaviour { Summary = summary => summary with { Count = summary.Count - 1 } },
        },
        new("lie-row-restart", "A projection that is stopped and started again saves the last row once more",
            "A row is there twice after a restart of the projection") { Make = _ => new Behaviour { Restart = SaveLastAgainAsync } },
    ];

    /// <summary>Saves the last row of a read model once more.</summary>
    public static async Task SaveLastAgainAsync(IReadModelTables tables)
    {
        var (checkpoint, _) = await tables.GetProgressAsync(CancellationToken.None);
        await tables.SaveAsync([await tables.ReadAllAsync().LastAsync()], checkpoint, checkpoint);
    }

    private static Behaviour OneIn(LieContext context, Func<ReadModelRow, IEnumerable<ReadModelRow>> change)
    {
        return new Behaviour { Save = row => context.IsDue() ? change(row) : [row] };
    }

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
