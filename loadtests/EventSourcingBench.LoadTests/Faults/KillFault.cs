namespace EventSourcingBench.LoadTests.Faults;

/// <summary>SIGKILL. What was killed is started again on its data, to which something may have happened meanwhile.</summary>
internal sealed class KillFault(StoreUnderTest store, FaultTarget target, WhileDown? meanwhile = null) : Fault(store)
{
    // As an operator would: on a busy machine the first start may take too long.
    private const int MostAttempts = 3;

    public override string? WhyNot => WhyNotStopped(target, server => server.CanRestart) ?? meanwhile?.WhyNot(Store);

    // Of several nodes the last one is killed, and the first one runs them.
    public override bool EndsReadModels => Server is null && Store.NodeGroup is { Count: 1 };

    private ProvisionedServer? Server => target == FaultTarget.Api ? null : Store.Server;

    public override async Task<string> InjectAsync()
    {
        var killed = await KillAsync();
        if (meanwhile is null)
            return killed;

        try
        {
            return $"{killed}, {await meanwhile.DoAsync(Store)}";
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or StoreFailureException)
        {
            // What is read after the load needs the store.
            throw new StoreFailureException($"{killed}; {await HealAsync()}, but: {e.Message}", e);
        }
    }

    public override async Task<string?> HealAsync()
    {
        var failures = "";
        for (var attempt = 1; ; attempt++)
        {
            try
            {
                await (Server?.RestartAsync() ?? Store.NodeGroup!.RestartAsync(CancellationToken.None));
                return "it was started again" + (Lasts > TimeSpan.Zero ? $" after {DurationText.Of(Lasts)}" : "") + failures;
            }
            catch (Exception e) when (StoreFailureException.Is(e))
            {
                var why = e.Message.TrimEnd('.');
                if (attempt == MostAttempts)
                    throw new StoreFailureException($"it could not be started again: {why}", e);

                failures = FormattableString.Invariant($", at attempt {attempt + 1} (before: {why})");
            }
        }
    }

    private async Task<string> KillAsync()
    {
        if (Server is { } server)
        {
            var node = NextNode(target);
            await server.KillAsync(node);
            return $"{NameOf(node)} was killed (SIGKILL)";
        }

        var (nodes, killed) = (Store.NodeGroup!, await Store.NodeGroup!.KillAsync() + 1);
        return nodes.Count == 1 ? "The API was killed (SIGKILL)"
            : FormattableString.Invariant($"Node {killed} of {nodes.Count} of the API was killed (SIGKILL)");
    }
}

/// <summary>SIGKILL of the node of the server whose death is worst for its clients. It is not started again.</summary>
internal sealed class LeaderFault(StoreUnderTest store) : Fault(store)
{
    public override string? WhyNot => Store.Server is { CanKillNode: true } ? null
        : "it has no server with nodes to spare that was started here (--nodes 3)";

    public override async Task<string> InjectAsync() => (await Store.Server!.KillNodeAsync()).TrimEnd('.');

    public override Task<string?> HealAsync() => Task.FromResult<string?>(null);
}
