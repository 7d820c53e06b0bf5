namespace EventSourcingBench.LoadTests.Faults;

/// <summary>The connections to the server carry nothing for a time, or are reset at once. They go through relays of this process.</summary>
internal sealed class NetworkFault(IStoreUnderTest store, bool isReset) : Fault(store)
{
    public static FaultKind Partition { get; } = FaultKind.Lasting(
        "partition", (store, lasts) => new NetworkFault(store, isReset: false) { Lasts = lasts }, needsRelay: true);

    public static FaultKind Reset { get; } = new("reset", argument =>
        argument.Length == 0 ? store => new NetworkFault(store, isReset: true) : null)
    { NeedsRelay = true };

    public override string? WhyNot =>
        Store.Server is RelayedServer ? null : "it has no server on this machine whose connections could be cut";

    private RelayedServer Server => (RelayedServer)Store.Server!;

    public override Task<string> InjectAsync()
    {
        if (isReset)
        {
            return Task.FromResult(FormattableString.Invariant(
                $"{Server.Relays.Sum(r => r.Reset())} connections to the {Server.Kind} server were reset"));
        }

        foreach (var relay in Server.Relays)
            relay.Cut();

        return Task.FromResult($"The connections to the {Server.Kind} server carried nothing");
    }

    public override Task<string?> HealAsync()
    {
        foreach (var relay in Server.Relays)
            relay.Mend();

        return Task.FromResult(isReset ? null : $"they went on after {DurationText.Of(Lasts)}");
    }
}
