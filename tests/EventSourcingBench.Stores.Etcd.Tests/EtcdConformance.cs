namespace EventSourcingBench.Stores.Etcd.Tests;

public abstract class OnEtcd(params (string Key, string Value)[] options) : PluginUnderTest<EtcdPlugin>("etcd", options)
{
    public override async ValueTask<string?> ConnectAsync(CancellationToken cancellationToken) =>
        await EtcdTestServer.ConnectAsync(cancellationToken);
}

public sealed class EtcdUnderTest : OnEtcd;

/// <summary>A transaction for each append.</summary>
public sealed class EtcdSingle() : OnEtcd(ProfileOptions.Of("etcd", "conventional"));

public sealed class EtcdStreams : StreamConformance<EtcdUnderTest>;
public sealed class EtcdBulk : BulkConformance<EtcdUnderTest>;
public sealed class EtcdSubscriptions : SubscriptionConformance<EtcdUnderTest>;
public sealed class EtcdProjections : ProjectionConformance<EtcdUnderTest>;
public sealed class EtcdLifetime : LifetimeConformance<EtcdUnderTest>;
public sealed class EtcdShared : SharedConformance<EtcdUnderTest>;
[Nightly]
public sealed class EtcdSingleStreams : StreamConformance<EtcdSingle>;
