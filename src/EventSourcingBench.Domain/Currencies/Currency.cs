namespace EventSourcingBench.Domain.Currencies;

/// <summary>How a currency behaves: commands are decided into events.</summary>
public static class Currency
{
    /// <summary>Decides a command. A bar is added whatever bars there are; only the bar itself must be sound.</summary>
    /// <exception cref="ArgumentException">It breaks a rule; the message names field and rule.</exception>
    public static CurrencyInfoAdded Decide(CurrencySymbol symbol, AddCurrencyInfo command)
    {
        if (AddCurrencyInfoRules.Check(command) is { Count: > 0 } complaints)
            throw new ArgumentException(string.Join(' ', complaints.Select(c => $"{c.Field} {c.Message}")), nameof(command));

        return new CurrencyInfoAdded(symbol, command);
    }
}
