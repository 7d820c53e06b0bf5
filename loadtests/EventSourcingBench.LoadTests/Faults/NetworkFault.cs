namespace EventSourcingBench.LoadTests.Faults;

/// <summary>The connections to the server, or to one node of it, carry nothing, or carry it later, for a time; or all are reset at once.
/// They go through relays of this process, one for each node.</summary>
/// <param name="delay">How much later all is carried; zero: nothing is carried.</param>
internal sealed class NetworkFault(StoreUnderTest store, FaultTarget target, TimeSpan delay = default, bool isReset = false) : Fault(store)
{
    /// <summary>How long all is carried later.</summary>
    public static readonly TimeSpan Delayed = TimeSpan.FromSeconds(2);

    private IReadOnlyList<TcpRelay> _hit = [];

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
        _hit = node is { } number ? [Server.Relays[number - 1]] : Server.Relays;
        foreach (var relay in _hit)
        {
            relay.Delay = delay;
            if (delay == TimeSpan.Zero)
                relay.Cut();
        }

        return Task.FromResult(NameOf(node) + (delay == TimeSpan.Zero ? " could not be reached" : $" was {DurationText.Of(delay)} away"));
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
}
