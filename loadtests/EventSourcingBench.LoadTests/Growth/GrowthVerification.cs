namespace EventSourcingBench.LoadTests.Growth;

/// <summary>
/// Verifies a growing store at its end: events, timed reads, what the subscription delivered at the samples, and the read model,
/// as its rebuild has left it and as this process finds it when it has opened the store once more.
/// </summary>
internal sealed class GrowthVerification(ExperimentContext context, GrowthStep growth)
{
    public GrowthProjection Projection { get; } = new(growth);

    public GrowthSubscription Subscription { get; } = new(growth);

    private bool HasProjections => growth.Store.Projections is not null;

    /// <summary>Verifies it.</summary>
    /// <param name="failure">Why the step could not be brought to its end; null when it could.</param>
    public async Task<VerdictRecord> VerifyAsync(string? failure)
    {
        IReadModelReader? model = null;
        try
        {
            model = HasProjections ? await Projection.OpenAsync(CancellationToken.None) : null;
        }
        catch (Exception e) when (StoreFailureException.Is(e))
        {
            // The events are verified all the same.
            failure ??= e.Message;
        }

        var verification = new StepVerification(context, growth.History, growth.Kept);
        var verdict = await verification.VerifyAsync(failure, projection: null, plan => WithGrowth(plan, model));
        await Projection.DisposeAsync();
        return TrialVerdicts.Sum([verdict], failure);
    }

    private VerificationPlan WithGrowth(VerificationPlan plan, IReadModelReader? model) => plan with
    {
        ReadModel = model,
        Rows = sent => growth.RowOf(sent),
        EventOfRow = GrowthStep.EventOfRow,
        Subscriber = Subscription.Deliveries,
        CatchUp = Subscription.Deliveries is null ? null : cancel => Subscription.CatchUpAsync(isLoaded: false, cancel),
        Reopen = plan.Reopen is { } reopen ? cancel => ReopenAsync(reopen, cancel) : null,
        Remarks = HasProjections ? plan.Remarks : [.. plan.Remarks, StepVerification.NoProjections],
    };

    // The other process serves no read model of this suite: this process opens the store again when the other has read all events.
    private async Task<ReopenedStore> ReopenAsync(Func<CancellationToken, Task<ReopenedStore>> reopen, CancellationToken cancellationToken)
    {
        await Projection.DisposeAsync();
        var reopened = await reopen(cancellationToken);
        return HasProjections ? reopened with { ReadModel = OpenAgainAsync } : reopened;
    }

    private async Task<IReadModelReader> OpenAgainAsync(CancellationToken cancellationToken)
    {
        await growth.Kept.OpenAgainAsync(cancellationToken);
        return await Projection.OpenAsync(cancellationToken);
    }
}
