namespace EventSourcingBench.LoadTests.Subscriptions;

/// <summary>What happens once beside the load (<c>--during</c>), from a quarter of the measured time on, to its end in any case.</summary>
internal abstract class Incident(IncidentContext context)
{
    protected IncidentContext Context => context;

    /// <summary>Why the store's mechanism cannot do it; null where it can.</summary>
    public virtual string? WhyNot => null;

    protected string? WhyNoProjections => context.Store.Projections is null ? "the store runs no projections" : null;

    /// <summary>Before the load begins, when all subscribers are live. Default: nothing.</summary>
    public virtual Task PrepareAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    /// <exception cref="StoreFailureException">The store failed in it.</exception>
    public abstract Task<IncidentRecord> RunAsync();

    /// <summary>Adds what is known when everything is delivered. Default: nothing more.</summary>
    public virtual IncidentRecord Complete(IncidentRecord record) => record;

    /// <summary>What is to be verified because of it. Default: nothing more.</summary>
    public virtual VerificationPlan Judged(VerificationPlan plan) => plan;
}

/// <param name="Subscribe">Starts one more subscriber at a place, whose deliveries are verified as those of the others.</param>
/// <param name="Behind">How many acknowledged events a subscriber that is not slow does not have now; the greatest number of all.</param>
/// <param name="Places">The places between two batches that the first subscriber was given before the load, in their order.</param>
internal sealed record IncidentContext(
    ExperimentContext Experiment, IStore Store, SubscriptionLoad Load, Func<SubscriberPlace, LiveSubscriber> Subscribe,
    Func<long> Behind, Func<IReadOnlyList<SubscriberPlace>> Places)
{
    public TimeProvider Time => Experiment.Tools.Time;

    /// <summary>Cancelled where the user ends the step: what an incident waits for ends early.</summary>
    public required CancellationToken Interrupted { get; init; }
}

internal sealed record IncidentKind(string Syntax, Func<string, Func<IncidentContext, Incident>?> Create)
    : NamedKind<Func<IncidentContext, Incident>>(Syntax, Create)
{
    /// <summary>All of them; a new one is its class and one line here.</summary>
    public static IReadOnlyList<IncidentKind> All { get; } =
        [JoinIncident.Kind, .. OpenAppendIncident.Kinds, RebuildIncident.Kind, RestartIncident.Kind];
}

/// <param name="Took">How long it took; of several times the median.</param>
/// <param name="Events">The events that were read, projected or held back in it.</param>
/// <param name="Longest">The longest of several times; of an open append the longest time that an event was held back.</param>
/// <param name="Name">As users name it, such as <c>join:1000000</c>.</param>
/// <param name="At">When it began, after the begin of the measured time; null where it did not.</param>
/// <param name="Appends">Appends a second meanwhile, while the load went on.</param>
/// <param name="Delivery">Delays of the subscribers that are not slow, of the events that were sent meanwhile; null where none was.</param>
/// <param name="Projection">Delays of the rows that the load's read models saved meanwhile, without one that is rebuilt; or null.</param>
/// <param name="WhyNot">Why the store's mechanism cannot do it; null where it can.</param>
internal sealed record IncidentRecord(
    TimeSpan? Took = null, long? Events = null, TimeSpan? Longest = null, int Times = 1, string Name = "", TimeSpan? At = null,
    double? Appends = null, DelayRecord? Delivery = null, DelayRecord? Projection = null, string? WhyNot = null)
{
    public double? EventsPerSecond => Took > TimeSpan.Zero ? Events / Took.Value.TotalSeconds : null;
}
