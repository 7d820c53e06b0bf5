namespace EventSourcingBench.Stores.Marten.Tests;

public class DcbMartenUnderTest : StoreUnderTest
{
    public override StoreDefinition Definition { get; } = new MartenPlugin().Stores.Single(s => s.Name == "dcb-marten");

    /// <summary>Marten's daemon waits for seconds where a position is missing.</summary>
    public override TimeSpan Patience => TimeSpan.FromMinutes(2);

    public override async ValueTask<string?> ConnectAsync(CancellationToken cancellationToken) =>
        await PostgresTestServer.ConnectAsync(cancellationToken);
}

public sealed class DcbMartenAppends : DcbAppendConformance<DcbMartenUnderTest>;
public sealed class DcbMartenReads : DcbReadConformance<DcbMartenUnderTest>;
public sealed class DcbMartenSubscriptions : DcbSubscriptionConformance<DcbMartenUnderTest>;
