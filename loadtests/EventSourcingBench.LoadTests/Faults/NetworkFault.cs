namespace EventSourcingBench.LoadTests.Faults;

/// <summary>The connections to the server, or to one node of it, carry nothing for a time, or all are reset at once. They go through relays
/// of this process, one for each node.</summary>
internal sealed class NetworkFault(IStoreUnderTest store, FaultTarget target, bool isReset = false) : Fault(store)
{
    private IReadOnlyList<TcpRelay> _cut = [];

    public static IReadOnlyList<FaultKind> Kinds { get; } =
    [
        Partition("partition", FaultTarget.Data),
        Partition("partition-node", FaultTarget.Node),
        new("reset", argument => argument.Length == 0 ? store => new NetworkFault(store, FaultTarget.Data, isReset: true) : null)
        { NeedsRelay = true },
    ];

    public override string? WhyNot => Store.Server is not RelayedServer ? "it has no server on this machine whose connections could be cut"
        : target != FaultTarget.Node ? null
        : WhyNoNode ?? (Server.Relays.Count < Server.Nodes ? "its connection string does not name each of its nodes" : null);

    private RelayedServer Server => (RelayedServer)Store.Server!;

    public override Task<string> InjectAsync()
    {
        if (isReset)
        {
            return Task.FromResult(FormattableString.Invariant(
                $"{Server.Relays.Sum(r => r.Reset())} connections to the {Server.Kind} server were reset"));
        }

        var node = NextNode(target);
        _cut = node is { } number ? [Server.Relays[number - 1]] : Server.Relays;
        foreach (var relay in _cut)
            relay.Cut();

        return Task.FromResult($"{NameOf(node)} could not be reached");
    }

    public override Task<string?> HealAsync()
    {
        foreach (var relay in _cut)
            relay.Mend();

        return Task.FromResult(isReset ? null : $"its connections went on after {DurationText.Of(Lasts)}");
    }

    private static FaultKind Partition(string name, FaultTarget target) =>
        FaultKind.Lasting(name, (store, lasts) => new NetworkFault(store, target) { Lasts = lasts }, needsRelay: true);
}
