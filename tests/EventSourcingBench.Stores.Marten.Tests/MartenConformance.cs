namespace EventSourcingBench.Stores.Marten.Tests;

public abstract class OnMarten(string name, params (string Key, string Value)[] options) : PluginUnderTest<MartenPlugin>(name, options)
{
    /// <summary>Marten's daemon waits for seconds where a position is missing.</summary>
    public override TimeSpan Patience => TimeSpan.FromMinutes(2);

    public override async ValueTask<string?> ConnectAsync(CancellationToken cancellationToken) =>
        await PostgresTestServer.ConnectAsync(cancellationToken);
}

public sealed class MartenUnderTest() : OnMarten("marten");
public sealed class DcbMartenUnderTest() : OnMarten("dcb-marten");
public sealed class MartenConventional() : OnMarten("marten", ProfileOptions.Of("marten", "conventional"));
public sealed class MartenRich() : OnMarten("marten", ("marten.append", "rich"), ("marten.readBatch", "7"));
public sealed class MartenInline() : OnMarten("marten", ("marten.projection", "inline"));

public sealed class MartenStreams : StreamConformance<MartenUnderTest>;
[Nightly]
public sealed class MartenSubscriptions : SubscriptionConformance<MartenUnderTest>;
[Nightly]
public sealed class MartenProjections : ProjectionConformance<MartenUnderTest>;
[Nightly]
public sealed class MartenLifetime : LifetimeConformance<MartenUnderTest>;
public sealed class MartenShared : SharedConformance<MartenUnderTest>;
[Nightly]
public sealed class MartenConventionalShared : SharedConformance<MartenConventional>;
[Nightly]
public sealed class MartenRichStreams : StreamConformance<MartenRich>;
[Nightly]
public sealed class MartenRichSubscriptions : SubscriptionConformance<MartenRich>;
[Nightly]
public sealed class MartenConventionalStreams : StreamConformance<MartenConventional>;
[Nightly]
public sealed class MartenConventionalSubscriptions : SubscriptionConformance<MartenConventional>;
[Nightly]
public sealed class MartenInlineProjections : ProjectionConformance<MartenInline>;
public sealed class MartenBulks : BulkConformance<MartenUnderTest>;
[Nightly]
public sealed class MartenRichBulks : BulkConformance<MartenRich>;
[Nightly]
public sealed class MartenInlineBulks : BulkConformance<MartenInline>;
[Nightly]
public sealed class DcbMartenBoundaries : DcbConformance<DcbMartenUnderTest>;
