namespace EventSourcingBench.LoadTests.Faults;

/// <summary>The connections between one node of the server and the others carry nothing for a time; clients reach it. Linux only.</summary>
internal sealed class IsolationFault(StoreUnderTest store) : Fault(store)
{
    public override string? WhyNot => !OperatingSystem.IsLinux() ? "nodes are cut off from each other on Linux only"
        : WhyNotStopped(FaultTarget.Node, server => server.CanIsolateNode);

    public override Task<string> InjectAsync()
    {
        var node = NextNode(FaultTarget.Node)!.Value;
        Store.Server!.IsolateNode(node);
        return Task.FromResult(NameOf(node) + " was cut off from the others");
    }

    public override Task<string?> HealAsync()
    {
        Store.Server!.IsolateNode(null);
        return Task.FromResult<string?>($"its connections to them went on after {DurationText.Of(Lasts)}");
    }
}
