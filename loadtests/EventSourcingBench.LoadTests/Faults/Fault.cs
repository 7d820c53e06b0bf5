namespace EventSourcingBench.LoadTests.Faults;

/// <summary>Something that goes wrong with a store beside a load, and is mended.</summary>
internal abstract class Fault(IStoreUnderTest store)
{
    public const string NoApi = "there is no API with --via direct";

    protected IStoreUnderTest Store => store;

    /// <summary>Why it cannot happen to the store as it is now; null where it can.</summary>
    public abstract string? WhyNot { get; }

    /// <summary>How long after the injection it is healed.</summary>
    public TimeSpan Lasts { get; init; }

    /// <returns>What was done, a sentence without its full stop.</returns>
    /// <exception cref="StoreFailureException">It could not be done.</exception>
    public abstract Task<string> InjectAsync();

    /// <returns>What was done, a clause; null where nothing can be mended.</returns>
    /// <exception cref="StoreFailureException">It could not be done.</exception>
    public abstract Task<string?> HealAsync();
}

internal sealed record FaultKind(string Syntax, Func<string, Func<IStoreUnderTest, Fault>?> Create)
    : NamedKind<Func<IStoreUnderTest, Fault>>(Syntax, Create)
{
    /// <summary>All of them; a new one is its class and one line here.</summary>
    public static IReadOnlyList<FaultKind> All { get; } =
        [.. KillFault.Kinds, LeaderFault.Kind, .. PauseFault.Kinds, NetworkFault.Partition, NetworkFault.Reset];

    /// <summary>Whether stores must reach their servers through relays for it. Default: false.</summary>
    public bool NeedsRelay { get; init; }
}
