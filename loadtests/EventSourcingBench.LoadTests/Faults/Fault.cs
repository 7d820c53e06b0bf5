namespace EventSourcingBench.LoadTests.Faults;

/// <summary>Something that goes wrong with a store beside a load, and is mended.</summary>
internal abstract class Fault(StoreUnderTest store)
{
    private int _turn;

    protected StoreUnderTest Store => store;

    /// <summary>Why it cannot happen to the store as it is now; null where it can.</summary>
    public abstract string? WhyNot { get; }

    /// <summary>Whether the API is started again for it, or may be, and with it the read models that run there. Default: false.</summary>
    public virtual bool EndsReadModels => false;

    /// <summary>How long after the injection it is healed.</summary>
    public TimeSpan Lasts { get; init; }

    /// <returns>What was done, a sentence without its full stop.</returns>
    /// <exception cref="StoreFailureException">It could not be done.</exception>
    public abstract Task<string> InjectAsync();

    /// <returns>What was done, a clause; null where nothing can be mended.</returns>
    /// <exception cref="StoreFailureException">It could not be done.</exception>
    public abstract Task<string?> HealAsync();

    /// <summary>Does what an operator would where nothing succeeds although it is mended, and says so in a clause, or throws a <see
    /// cref="StoreFailureException"/>. The store serves while such a fault is injected, and may do so while it lasts: it hits when it has
    /// been injected, and has recovered when a request that was sent after the healing succeeds. Default: null: nothing.</summary>
    public virtual Func<Task<string>>? Assist => null;

    /// <summary>Waits for work on files.</summary>
    /// <exception cref="StoreFailureException">It has failed: these words, and why.</exception>
    public static async Task TryAsync(string words, Task work)
    {
        try
        {
            await work;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new StoreFailureException(words + e.Message, e);
        }
    }

    protected string? WhyNoNode => store.Server is { Nodes: > 1 } ? null : "it has no server of several nodes (--nodes 3)";

    /// <summary>The nodes of the server in turn, from 1 on, where one of them is the target; else null.</summary>
    protected int? NextNode(FaultTarget target) => target == FaultTarget.Node ? (_turn++ % store.Server!.Nodes) + 1 : null;

    /// <summary>The server, or one node of it, as a sentence begins with it.</summary>
    protected string NameOf(int? node) => FormattableString.Invariant(
        $"{(node is null ? "The" : $"Node {node} of {store.Server!.Nodes} of the")} {store.Server!.Kind} server");

    /// <summary>Why it cannot be stopped; null where it can.</summary>
    protected string? WhyNotStopped(FaultTarget target, Func<ProvisionedServer, bool> canBe) => (store.Server, store.NodeGroup) switch
    {
        _ when target == FaultTarget.Node && WhyNoNode is { } why => why,
        ({ } server, _) when target != FaultTarget.Api => canBe(server) ? null : "its server was not started from a binary on this machine",
        (_, null) => target == FaultTarget.Api ? "there is no API with --via direct" : DirectStore.InOwnProcess,
        _ => null,
    };
}

internal enum FaultTarget
{
    Data = 0, // What holds the data: the server with all nodes, or the API where the store is embedded in it.
    Node = 1, // One node of the server, another one each time.
    Api = 2,
}

/// <param name="Needs">What must be around the stores for it. Default: nothing.</param>
internal sealed record FaultKind(string Syntax, Func<string, Func<StoreUnderTest, Fault>?> Create, Surroundings Needs = Surroundings.None)
    : NamedKind<Func<StoreUnderTest, Fault>>(Syntax, Create)
{
    /// <summary>Whether it hits the server itself, and with it other stores there: not the API alone, nor the connections of one.</summary>
    public bool HitsServer { get; } =
        !Syntax.Split(':')[0].EndsWith("-api", StringComparison.Ordinal) && !Needs.HasFlag(Surroundings.Relays);

    /// <summary>Whether it hits what all stores of a run share: the disk of their data, or the clock.</summary>
    public bool HitsMachine { get; init; }

    private static readonly Values<TimeSpan> Durations = Values.Duration("1ms", "10m");

    /// <summary>All of them; a new one is its class and one line here.</summary>
    public static IReadOnlyList<FaultKind> All { get; } =
    [
        Plain("kill", store => new KillFault(store, FaultTarget.Data)),
        Plain("kill-node", store => new KillFault(store, FaultTarget.Node)),
        Plain("kill-api", store => new KillFault(store, FaultTarget.Api)),
        Plain("cold-restart", store => new KillFault(store, FaultTarget.Data, WhileDown.ColdCache)),
        Plain("power-cut", store => new KillFault(store, FaultTarget.Data, WhileDown.PowerCut)),
        Plain("torn-write", store => new KillFault(store, FaultTarget.Data, WhileDown.TornWrite)),
        Plain("kill-leader", store => new LeaderFault(store)),
        Timed("pause", (store, lasts) => new PauseFault(store, FaultTarget.Data) { Lasts = lasts }),
        Timed("pause-node", (store, lasts) => new PauseFault(store, FaultTarget.Node) { Lasts = lasts }),
        Timed("pause-api", (store, lasts) => new PauseFault(store, FaultTarget.Api) { Lasts = lasts }),
        Timed("partition", (store, lasts) => new NetworkFault(store, FaultTarget.Data) { Lasts = lasts }, Surroundings.Relays),
        Timed("partition-node", (store, lasts) => new NetworkFault(store, FaultTarget.Node) { Lasts = lasts }, Surroundings.Relays),
        Timed(
            "delay", (store, delay) => new NetworkFault(store, FaultTarget.Data, delay) { Lasts = NetworkFault.Delayed },
            Surroundings.Relays),
        Plain("reset", store => new NetworkFault(store, FaultTarget.Data, isReset: true), Surroundings.Relays),
        Timed("isolate-node", (store, lasts) => new IsolationFault(store) { Lasts = lasts }, Surroundings.NodeLinks),
        Timed("disk-full", (store, lasts) => new DiskFullFault(store) { Lasts = lasts }) with { HitsMachine = true },
        Timed("slow-disk", (store, lasts) => new SlowDiskFault(store) { Lasts = lasts }) with { HitsMachine = true },
        Timed("clock-jump", (store, ahead) => new ClockFault(store, ahead) { Lasts = ClockFault.Jumped }, Surroundings.Clock)
            with { HitsMachine = true },
    ];

    private static FaultKind Plain(string name, Func<StoreUnderTest, Fault> create, Surroundings needs = Surroundings.None) =>
        new(name, argument => argument.Length == 0 ? create : null, needs);

    // Users give it a time, such as how long it lasts: pause:5s.
    private static FaultKind Timed(
        string name, Func<StoreUnderTest, TimeSpan, Fault> create, Surroundings needs = Surroundings.None) => new(
        $"{name}:DURATION", argument => Durations.Parse(argument) is TimeSpan time ? store => create(store, time) : null, needs);
}
