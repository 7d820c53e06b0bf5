namespace EventSourcingBench.Stores.Marten.Tests;

public abstract class OnMarten(string name) : PluginUnderTest<MartenPlugin>(name)
{
    /// <summary>Marten's daemon waits for seconds where a position is missing.</summary>
    public override TimeSpan Patience => TimeSpan.FromMinutes(2);

    public override async ValueTask<string?> ConnectAsync(CancellationToken cancellationToken) =>
        await PostgresTestServer.ConnectAsync(cancellationToken);
}

public sealed class MartenUnderTest() : OnMarten("marten");
public sealed class DcbMartenUnderTest() : OnMarten("dcb-marten");

public sealed class MartenConventional() : OnMarten("marten")
{
    public override IReadOnlyDictionary<string, string> Options { get; } = ProfileOptions.Of("marten", "conventional");
}

public sealed class MartenRich() : OnMarten("marten")
{
    public override IReadOnlyDictionary<string, string> Options { get; } =
        new Dictionary<string, string> { ["marten.append"] = "rich", ["marten.readBatch"] = "7" };
}

public sealed class MartenInline() : OnMarten("marten")
{
    public override IReadOnlyDictionary<string, string> Options { get; } =
        new Dictionary<string, string> { ["marten.projection"] = "inline" };
}

public sealed class MartenAppends : AppendConformance<MartenUnderTest>;
public sealed class MartenRaces : RaceConformance<MartenUnderTest>;
public sealed class MartenRetries : IdempotencyConformance<MartenUnderTest>;
public sealed class MartenReads : ReadConformance<MartenUnderTest>;
public sealed class MartenSubscriptions : SubscriptionConformance<MartenUnderTest>;
public sealed class MartenProjections : ProjectionConformance<MartenUnderTest>;
public sealed class MartenLifetime : LifetimeConformance<MartenUnderTest>;
public sealed class MartenShared : SharedConformance<MartenUnderTest>;
public sealed class MartenConventionalShared : SharedConformance<MartenConventional>;
public sealed class MartenRichAppends : AppendConformance<MartenRich>;
public sealed class MartenRichRaces : RaceConformance<MartenRich>;
public sealed class MartenRichRetries : IdempotencyConformance<MartenRich>;
public sealed class MartenRichReads : ReadConformance<MartenRich>;
public sealed class MartenRichSubscriptions : SubscriptionConformance<MartenRich>;
public sealed class MartenConventionalAppends : AppendConformance<MartenConventional>;
public sealed class MartenConventionalSubscriptions : SubscriptionConformance<MartenConventional>;
public sealed class MartenInlineProjections : ProjectionConformance<MartenInline>;
public sealed class MartenBulks : BulkConformance<MartenUnderTest>;
public sealed class MartenRichBulks : BulkConformance<MartenRich>;
public sealed class MartenInlineBulks : BulkConformance<MartenInline>;
public sealed class DcbMartenAppends : DcbAppendConformance<DcbMartenUnderTest>;
public sealed class DcbMartenReads : DcbReadConformance<DcbMartenUnderTest>;
public sealed class DcbMartenSubscriptions : DcbSubscriptionConformance<DcbMartenUnderTest>;
