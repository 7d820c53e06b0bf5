namespace EventSourcingBench.LoadTests.Faults;

/// <summary>The connections to the server, or to one node of it, carry nothing, or carry it later, for a time; or all are reset at once.
/// They go through relays of this process, one for each node.</summary>
internal sealed class NetworkFault(IStoreUnderTest store, FaultTarget target, bool isReset = false) : Fault(store)
{
    private static readonly TimeSpan Delayed = TimeSpan.FromSeconds(2);

    private IReadOnlyList<TcpRelay> _hit = [];

    public static IReadOnlyList<FaultKind> Kinds { get; } =
    [
        Partition("partition", FaultTarget.Data),
        Partition("partition-node", FaultTarget.Node),
        FaultKind.Timed("delay", (store, delay) => new NetworkFault(store, FaultTarget.Data) { Delay = delay, Lasts = Delayed })
            with { Needs = Surroundings.Relays },
        new("reset", argument => argument.Length == 0 ? store => new NetworkFault(store, FaultTarget.Data, isReset: true) : null)
        { Needs = Surroundings.Relays },
    ];

    public override string? WhyNot => Store.Server is not RelayedServer ? "it has no server on this machine whose connections could be cut"
        : target != FaultTarget.Node ? null
        : WhyNoNode ?? (Server.Relays.Count < Server.Nodes ? "its connection string does not name each of its nodes" : null);

    /// <summary>How much later all is carried; zero: nothing is carried. Default: zero.</summary>
    private TimeSpan Delay { get; init; }

    private RelayedServer Server => (RelayedServer)Store.Server!;

    public override Task<string> InjectAsync()
    {
        if (isReset)
        {
            return Task.FromResult(FormattableString.Invariant(
                $"{Server.Relays.Sum(r => r.Reset())} connections to the {Server.Kind} server were reset"));
        }

        var node = NextNode(target);
        _hit = node is { } number ? [Server.Relays[number - 1]] : Server.Relays;
        foreach (var relay in _hit)
        {
            relay.Delay = Delay;
            if (Delay == TimeSpan.Zero)
                relay.Cut();
        }

        return Task.FromResult(NameOf(node) + (Delay == TimeSpan.Zero ? " could not be reached" : $" was {DurationText.Of(Delay)} away"));
    }

    public override Task<string?> HealAsync()
    {
        foreach (var relay in _hit)
        {
            relay.Delay = TimeSpan.Zero;
            relay.Mend();
        }

        return Task.FromResult(isReset ? null : $"its connections went on after {DurationText.Of(Lasts)}");
    }

    private static FaultKind Partition(string name, FaultTarget target) =>
        FaultKind.Timed(name, (store, lasts) => new NetworkFault(store, target) { Lasts = lasts }) with { Needs = Surroundings.Relays };
}
