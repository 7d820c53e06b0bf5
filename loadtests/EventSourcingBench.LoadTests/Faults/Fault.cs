namespace EventSourcingBench.LoadTests.Faults;

/// <summary>Something that goes wrong with a store beside a load, and is mended.</summary>
internal abstract class Fault(IStoreUnderTest store)
{
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

    /// <summary>Does what an operator would where nothing succeeds although it is mended, and says so in a clause, or throws a
    /// <see cref="StoreFailureException"/>. The store may serve while such a fault lasts: it has recovered when a request that was sent
    /// after the healing succeeds. Default: null, nothing is done.</summary>
    public virtual Func<Task<string>>? Assist => null;

    /// <summary>Why what holds the data, or with <c>ofApi</c> the API, cannot be stopped; null where it can.</summary>
    protected string? WhyNotStopped(bool ofApi, Func<ProvisionedServer, bool> canBe) => (store.Server, store.NodeGroup) switch
    {
        ({ } server, _) when !ofApi => canBe(server) ? null : "its server was not started from a binary on this machine",
        (_, null) => ofApi ? "there is no API with --via direct" : DirectStore.InOwnProcess,
        _ => null,
    };
}

internal sealed record FaultKind(string Syntax, Func<string, Func<IStoreUnderTest, Fault>?> Create)
    : NamedKind<Func<IStoreUnderTest, Fault>>(Syntax, Create)
{
    private static readonly Values<TimeSpan> Durations = Values.Duration("1ms", "10m");

    /// <summary>All of them; a new one is its class and one line here.</summary>
    public static IReadOnlyList<FaultKind> All { get; } =
        [.. KillFault.Kinds, LeaderFault.Kind, .. PauseFault.Kinds, NetworkFault.Partition, NetworkFault.Reset, DiskFullFault.Kind];

    /// <summary>A kind that users give a time, how long it lasts: <c>pause:5s</c>.</summary>
    public static FaultKind Lasting(string name, Func<IStoreUnderTest, TimeSpan, Fault> create, bool needsRelay = false) =>
        new($"{name}:DURATION", argument => Durations.Parse(argument) is TimeSpan lasts ? store => create(store, lasts) : null)
        { NeedsRelay = needsRelay };

    /// <summary>Whether stores must reach their servers through relays for it. Default: false.</summary>
    public bool NeedsRelay { get; init; }
}
