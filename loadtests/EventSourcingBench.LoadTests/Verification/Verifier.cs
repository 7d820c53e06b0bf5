using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests;

/// <summary>Holds a store to what it acknowledged: reads everything back and compares it with the ledger.</summary>
public static class Verifier
{
    /// <summary>
    /// Verifies a step whose store was empty at its start and that nobody writes to any more. Whatever goes wrong while
    /// reading is the verdict <c>not verified</c>, with what was found until then; so is a cancellation.
    /// </summary>
    /// <param name="ledger">What was sent.</param>
    /// <param name="readBack">How to read.</param>
    /// <param name="options">What to read.</param>
    /// <param name="cancellationToken">Ends the reading.</param>
    public static async Task<VerdictRecord> VerifyAsync(
        Ledger ledger,
        IReadBack readBack,
        VerifierOptions options,
        CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(ledger);
        ArgumentNullException.ThrowIfNull(readBack);
        ArgumentNullException.ThrowIfNull(options);
        var table = new EventTable(ledger);
        var checks = new List<(ICheck Check, bool IsWhole)>();
        string? obstacle = null;
        try
        {
            if (table.Unknown > 0)
            {
                await Task.Delay(options.Settle, options.Time, cancellationToken);
            }

            foreach (var check in Checks(table, options))
            {
                checks.Add((check, IsWhole: false));
                await check.ReadAsync(readBack, cancellationToken);
                checks[^1] = (check, IsWhole: true);
            }
        }
        catch (Exception e)
        {
            obstacle = cancellationToken.IsCancellationRequested ? "interrupted." : e.Message;
        }

        var findings = new Findings();
        foreach (var (check, isWhole) in checks)
        {
            check.Judge(findings, isWhole);
        }

        return Verdict.Of(table, findings, obstacle);
    }

    private static IEnumerable<ICheck> Checks(EventTable table, VerifierOptions options)
    {
        // The order matters: what is written late is seen by the later readings only.
        yield return new StreamCheck(table);
        if (options.Subscription)
        {
            yield return new SubscriptionCheck(table);
        }

        if (options.ReadModel)
        {
            yield return new ReadModelCheck(table);
        }
    }
}
