namespace EventSourcingBench.Stores.UmaDb.Tests;

public sealed class UmaDbUnderTest : StoreUnderTest
{
    public override StoreDefinition Definition => UmaDbTestServer.Definition;

    public override async ValueTask<string?> ConnectAsync(CancellationToken cancellationToken) =>
        await UmaDbTestServer.ConnectAsync(cancellationToken);
}

public sealed class UmaDbReads : DcbReadConformance<UmaDbUnderTest>;
public sealed class UmaDbAppends : DcbAppendConformance<UmaDbUnderTest>;
public sealed class UmaDbSubscriptions : DcbSubscriptionConformance<UmaDbUnderTest>;
