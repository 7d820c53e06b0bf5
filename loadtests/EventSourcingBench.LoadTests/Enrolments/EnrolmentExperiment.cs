namespace EventSourcingBench.LoadTests.Enrolments;

/// <summary>The suite <c>enrolment</c>: students join courses, and the rules hold.</summary>
internal sealed class EnrolmentExperiment(ExperimentContext context) : IExperiment
{
    /// <summary>The suite <c>enrolment</c>.</summary>
    public static Suite Suite { get; } = new()
    {
        Name = "enrolment",
        Summary = "The DCB speedrun: students join courses, over dynamic consistency boundaries and over aggregates",
        Models = [StoreModel.Dcb, StoreModel.Aggregates],
        Operation = EnrolmentLoad.Operation,
        Load = context => new EnrolmentLoad(context),
        Create = context => new EnrolmentExperiment(context),
        Detail = Suite.Kept<EnrolmentRecord>(EnrolmentDetail.Name),
        Parameters = EnrolmentParameters.All,
        Steps = EnrolmentParameters.Steps,
        DefaultVia = Via.Direct,
        EverySecond = SpeedrunText.EverySecond,
    };

    // How a store keeps an event, once or twice, is known when it is open.
    private StepVerification? _verification;
    private EnrolmentLoad? _load;

    public ILoad Load => Enrolments;

    private EnrolmentLoad Enrolments => _load ?? throw NotPrepared;

    private StepHistory History => Enrolments.History;

    private static InvalidOperationException NotPrepared => new("The step was not prepared.");

    public async Task PrepareAsync(CancellationToken cancellationToken)
    {
        await context.Store.ResetAsync(context.Workers, cancellationToken);
        _load = new EnrolmentLoad(context.ForLoad());
        _verification = new StepVerification(context, History);
        if (context.Step.Preload is > 0 and var operations)
        {
            context.Tools.Progress.Phase(context.Step, "preloading");
            await PreloadAsync(operations, cancellationToken);
        }

        _verification.Start();
    }

    public Task<StepResult> LoadAsync(StepResult result, CancellationToken cancellationToken) =>
        EngineStep.RunAsync(context, Load, () => ValueTask.CompletedTask, result, cancellationToken);

    public async Task<StepResult> FinishAsync(StepResult result)
    {
        await _verification!.StopAsync();
        return result with { Detail = (EnrolmentDetail.Name, EnrolmentRecord.Of(History, Enrolments.HotCourses > 0)) };
    }

    public Task<VerdictRecord> VerifyAsync(string? failure) => _verification is null
        ? Task.FromResult(StepVerification.NotVerified(failure ?? NotPrepared.Message))
        : _verification.VerifyAsync(failure, projection: null, plan => plan with
        {
            Conflicts = ConflictPromise.WithCause,
            Rules = [new RosterRule(History, plan.Reads == Abstractions.ReadConsistency.Linearizable)],
            TagOf = EnrolmentBoundary.TagOf,
            Good = () => "no rule broken",
        });

    private async Task PreloadAsync(long operations, CancellationToken cancellationToken)
    {
        var (lane, bulk, content) = (History.Lane(0), History.Bulk!, Enrolments.Preload);
        content.Mark(bulk, BulkState.Unknown);
        lane.Begin(number: 0, due: null, OperationKind.BulkAppend, Operation.NoKey, argument: (int)bulk.Count);
        await context.Store.Enrolments.PreloadAsync(operations, History.Ids, cancellationToken);
        lane.End(Outcome.Success);
        content.Mark(bulk, BulkState.Acknowledged);
    }
}
