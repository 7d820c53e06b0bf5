namespace EventSourcingBench.Abstractions;

/// <summary>What a store does in the background, by its own account.</summary>
public interface IActivityMeter
{
    /// <summary>Counts that only grow, by what they count in a word or two, such as <c>checkpoint</c>. Read once a second beside a load.
    /// </summary>
    /// <exception cref="StoreUnavailableException">The store could not be reached.</exception>
    ValueTask<IReadOnlyDictionary<string, long>> CountAsync(CancellationToken cancellationToken = default);
}
