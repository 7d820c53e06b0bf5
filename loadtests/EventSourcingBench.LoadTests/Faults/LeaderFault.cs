namespace EventSourcingBench.LoadTests.Faults;

/// <summary>SIGKILL of the node of the server whose death is worst for its clients. It is not started again.</summary>
internal sealed class LeaderFault(IStoreUnderTest store) : Fault(store)
{
    public static FaultKind Kind { get; } =
        new("kill-leader", argument => argument.Length == 0 ? store => new LeaderFault(store) : null);

    public override string? WhyNot => Store.Server is { CanKillNode: true } ? null
        : "it has no server with nodes to spare that was started here (--nodes 3)";

    public override async Task<string> InjectAsync()
    {
        Store.SpoilServer();
        return (await Store.Server!.KillNodeAsync()).TrimEnd('.');
    }

    public override Task<string?> HealAsync() => Task.FromResult<string?>(null);
}
