using System.Runtime.CompilerServices;

namespace EventSourcingBench.Stores.Shared;

/// <summary>What every append asks of its events.</summary>
public static class Appends
{
    /// <summary>Refuses an append of nothing.</summary>
    /// <param name="events">The events of one call.</param>
    /// <param name="name">The name of the parameter.</param>
    /// <exception cref="ArgumentException">There is no event.</exception>
    public static void RequireEvents<T>(IReadOnlyCollection<T> events, [CallerArgumentExpression(nameof(events))] string? name = null)
    {
        if (events.Count == 0)
        {
            throw new ArgumentException("There is no event to append.", name);
        }
    }
}
