namespace EventSourcingBench.LoadTests.Reservations;

/// <summary>
/// How evenly requests succeeded over the shows. A show's share is its successes over its requests: how many requests it got is the
/// load's doing, and no unfairness.
/// </summary>
internal sealed record FairnessRecord
{
    /// <summary>Jain's index of the shares of all shows that got a request, 0 to 1; 1 is even.</summary>
    public required double Index { get; init; }

    /// <summary>How many shows got a request.</summary>
    public required int Shows { get; init; }

    /// <summary>The show with the least share; of several the one with the most requests.</summary>
    public required string WorstShow { get; init; }

    /// <summary>Its requests that succeeded.</summary>
    public required long WorstSuccesses { get; init; }

    /// <summary>All of its requests.</summary>
    public required long WorstRequests { get; init; }

    /// <summary>Its share, 0 to 1.</summary>
    public double WorstShare => (double)WorstSuccesses / WorstRequests;
}
