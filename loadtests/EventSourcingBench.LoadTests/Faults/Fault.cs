namespace EventSourcingBench.LoadTests.Faults;

/// <summary>Something that goes wrong with a store beside a load, and is mended.</summary>
internal abstract class Fault(IStoreUnderTest store)
{
    private int _turn;

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

/// <summary>What a fault happens to.</summary>
internal enum FaultTarget
{
    /// <summary>What holds the data: the server with all nodes, or the API where the store is embedded in it.</summary>
    Data,

    /// <summary>One node of the server, another one each time.</summary>
    Node,

    Api,
}

internal sealed record FaultKind(string Syntax, Func<string, Func<IStoreUnderTest, Fault>?> Create)
    : NamedKind<Func<IStoreUnderTest, Fault>>(Syntax, Create)
{
    private static readonly Values<TimeSpan> Durations = Values.Duration("1ms", "10m");

    /// <summary>All of them; a new one is its class and one line here.</summary>
    public static IReadOnlyList<FaultKind> All { get; } =
    [
        .. KillFault.Kinds, LeaderFault.Kind, .. PauseFault.Kinds, .. NetworkFault.Kinds, IsolationFault.Kind, DiskFullFault.Kind,
        SlowDiskFault.Kind, ClockFault.Kind,
    ];

    /// <summary>A kind that users give a time, such as how long it lasts: <c>pause:5s</c>.</summary>
    public static FaultKind Timed(string name, Func<IStoreUnderTest, TimeSpan, Fault> create) =>
        new($"{name}:DURATION", argument => Durations.Parse(argument) is TimeSpan time ? store => create(store, time) : null);

    /// <summary>What must be around the stores for it. Default: nothing.</summary>
    public Surroundings Needs { get; init; }
}
