using EventSourcingBench.Checking;
using EventSourcingBench.Checking.Rules;
using EventSourcingBench.Domain;
using EventSourcingBench.Measurement;
using EventSourcingBench.Measurement.Histories;

namespace EventSourcingBench.LoadTests;

/// <summary>The suite <c>enrolment</c>: students join courses, and the rules hold.</summary>
internal sealed class EnrolmentExperiment(ExperimentContext context) : IExperiment
{
    // How a store keeps an event, once or twice, is known when it is open.
    private StepHistory? _history;
    private StepVerification? _verification;
    private EnrolmentLoad? _load;

    public ILoad Load => _load ?? throw NotPrepared;

    private StepHistory History => _history ?? throw NotPrepared;

    private static InvalidOperationException NotPrepared => new("The step was not prepared.");

    public async Task PrepareAsync(CancellationToken cancellationToken)
    {
        var step = context.Step;
        var hotCourses = step.Workload.Get(EnrolmentParameters.HotCourses);
        await context.Store.ResetAsync(context.Workers, [], cancellationToken);
        var target = context.Store.Enrolments;
        var ids = context.NewIds();
        var content = new PreloadContent(ids, step.Preload ?? 0, target.EventsOfJoining);
        _history = context.NewHistory(content.Keys, target.EventsOfJoining, content.ToBulk(), hasExpectedVersions: true, ids);
        _verification = new StepVerification(context, _history);
        _load = new EnrolmentLoad(target, context.Workers, hotCourses, _history, context.Recorder, step.Timeout);
        if (step.Preload is > 0 and var operations)
        {
            context.Tools.Progress.Phase(step, "preloading");
            await PreloadAsync(target, content, operations, cancellationToken);
        }

        _verification.Start();
    }

    public Task<StepResult> LoadAsync(StepResult result, CancellationToken cancellationToken) =>
        EngineStep.RunAsync(context, Load, () => ValueTask.CompletedTask, result, cancellationToken);

    public async Task<StepResult> FinishAsync(StepResult result)
    {
        await _verification!.StopAsync();
        return result with { Enrolments = EnrolmentTallies.Of(History, context.Step.Workload.Get(EnrolmentParameters.HotCourses) > 0) };
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

    private async Task PreloadAsync(IEnrolmentTarget target, PreloadContent content, long operations, CancellationToken cancellationToken)
    {
        var (lane, bulk) = (History.Lane(0), History.Bulk!);
        content.Mark(bulk, BulkState.Unknown);
        lane.Begin(number: 0, due: null, OperationKind.BulkAppend, Operation.NoKey, argument: (int)bulk.Count);
        await target.PreloadAsync(operations, History.Ids, cancellationToken);
        lane.End(Outcome.Success);
        content.Mark(bulk, BulkState.Acknowledged);
    }
}
