namespace EventSourcingBench.LoadTests.Faults;

/// <summary>SIGKILL of what holds the data, that is all nodes of the server, or the API where the store is embedded in it; or of the API in
/// any case. It is started again on its data.</summary>
internal sealed class KillFault(IStoreUnderTest store, bool ofApi) : Fault(store)
{
    public static IReadOnlyList<FaultKind> Kinds { get; } = [Kind("kill", ofApi: false), Kind("kill-api", ofApi: true)];

    public override string? WhyNot => (Store.Server, Store.NodeGroup) switch
    {
        ({ } server, _) when !ofApi => server.CanRestart ? null : "its server was not started from a binary on this machine",
        (_, null) => ofApi ? NoApi : DirectStore.InOwnProcess,
        _ => null,
    };

    private ProvisionedServer? Server => ofApi ? null : Store.Server;

    public override async Task<string> InjectAsync()
    {
        if (Server is { } server)
        {
            await server.KillAsync();
            return $"The {server.Kind} server was killed (SIGKILL)";
        }

        var (nodes, killed) = (Store.NodeGroup!, Store.NodeGroup!.Kill() + 1);
        return nodes.Count == 1 ? "The API was killed (SIGKILL)"
            : FormattableString.Invariant($"Node {killed} of {nodes.Count} of the API was killed, its shows went to the others");
    }

    public override async Task<string?> HealAsync()
    {
        try
        {
            await (Server?.RestartAsync() ?? Store.NodeGroup!.RestartAsync(CancellationToken.None));
        }
        catch (Exception e) when (StoreFailureException.Is(e))
        {
            throw new StoreFailureException($"it could not be started again: {e.Message.TrimEnd('.')}", e);
        }

        return "it was started again" + (Lasts > TimeSpan.Zero ? $" after {DurationText.Of(Lasts)}" : "");
    }

    private static FaultKind Kind(string name, bool ofApi) =>
        new(name, argument => argument.Length == 0 ? store => new KillFault(store, ofApi) : null);
}
