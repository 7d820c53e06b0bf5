namespace EventSourcingBench.LoadTests.Enrolments;

/// <summary>The suite <c>enrolment</c>: students join courses, and the rules hold.</summary>
internal sealed class EnrolmentExperiment(ExperimentContext context) : EngineExperiment<EnrolmentLoad>(context)
{
    public static Suite Suite { get; } = new()
    {
        Name = "enrolment",
        Summary = "The DCB speedrun: students join courses, over dynamic consistency boundaries and over aggregates",
        Models = [StoreModel.Dcb, StoreModel.Aggregates],
        Operation = "operation",
        Load = context => new EnrolmentLoad(context),
        Create = context => new EnrolmentExperiment(context),
        Detail = Suite.Kept<EnrolmentRecord>(EnrolmentRecord.Name),
        Parameters = EnrolmentParameters.All,
        Steps = EnrolmentParameters.Steps,
        DefaultVia = Via.Direct,
        EverySecond = TextOf,
    };

    protected override Func<string, string>? TagOf => EnrolmentBoundary.TagOf;

    protected override async Task FillAsync(CancellationToken cancellationToken)
    {
        if (Context.Step.Preload is not (> 0 and var operations))
            return;

        Context.Tools.Progress.Phase(Context.Step, "preloading");
        await EnterAsync(
            lane: 0, Load.Preload.Sent, (int)History.BulkCount,
            () => new(Context.Store.PreloadEnrolmentsAsync(operations, History.Ids, cancellationToken)));
    }

    protected override Task<StepRecord> SumUpAsync(StepRecord result) =>
        Task.FromResult(result.With(EnrolmentRecord.Name, EnrolmentRecord.Of(History, Load.HotCourses > 0)));

    protected override VerificationPlan Judged(VerificationPlan plan) => plan with
    {
        Conflicts = ConflictPromise.WithCause,
        Rules = [new RosterRule(History, plan.Reads == ReadConsistency.Linearizable)],
        Good = () => "no rule broken",
    };

    /// <summary>As the published speedrun has it: iterations and operations so far, time for one, rate in this second.</summary>
    private static string TextOf(Step step, SecondRecord second, LoadTotals totals)
    {
        var operations = Math.Max(1, second.Successes);
        var microseconds = 1_000_000.0 * (step.Copies ?? 1) / operations;
        var clock = TimeSpan.FromSeconds(second.Second + 1).ToString(@"h\:mm\:ss", CultureInfo.InvariantCulture);
        return string.Create(
            CultureInfo.InvariantCulture,
            $"[{clock}s] {totals.Successes / EnrolmentPreload.OperationsOfIteration,9} iterations {totals.Successes,9} ops "
            + $"{microseconds,8:0} μs/op {second.Successes,7} ops/s");
    }
}
