namespace EventSourcingBench.Stores.Etcd.Tests;

public class EtcdUnderTest : StoreUnderTest
{
    public override StoreDefinition Definition => EtcdTestServer.Definition;

    public override async ValueTask<string?> ConnectAsync(CancellationToken cancellationToken) =>
        await EtcdTestServer.ConnectAsync(cancellationToken);
}

/// <summary>A transaction for each append.</summary>
public sealed class EtcdSingle : EtcdUnderTest
{
    public override IReadOnlyDictionary<string, string> Options { get; } = ProfileOptions.Of("etcd", "conventional");
}

public sealed class EtcdAppends : AppendConformance<EtcdUnderTest>;
public sealed class EtcdRaces : RaceConformance<EtcdUnderTest>;
public sealed class EtcdRetries : IdempotencyConformance<EtcdUnderTest>;
public sealed class EtcdReads : ReadConformance<EtcdUnderTest>;
public sealed class EtcdBulk : BulkConformance<EtcdUnderTest>;
public sealed class EtcdSubscriptions : SubscriptionConformance<EtcdUnderTest>;
public sealed class EtcdProjections : ProjectionConformance<EtcdUnderTest>;
public sealed class EtcdLifetime : LifetimeConformance<EtcdUnderTest>;
public sealed class EtcdShared : SharedConformance<EtcdUnderTest>;
public sealed class EtcdSingleAppends : AppendConformance<EtcdSingle>;
public sealed class EtcdSingleRaces : RaceConformance<EtcdSingle>;
public sealed class EtcdSingleRetries : IdempotencyConformance<EtcdSingle>;
