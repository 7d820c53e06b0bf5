namespace EventSourcingBench.LoadTests.Subscriptions;

/// <summary>The process of a projection, another than the load's, is killed (SIGKILL) and started again, several times.</summary>
internal sealed class RestartIncident(IncidentContext context, int times) : Incident(context)
{
    private const int StandardTimes = 20;

    // It is not killed as soon as it is live: it saves rows then.
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(200);
    private ApiNodeGroup? _process;
    private ApiReadModel? _model;

    public static IncidentKind Kind { get; } = new("restart[:TIMES]", argument =>
        argument.Length == 0 ? context => new RestartIncident(context, StandardTimes)
        : Values.Number(1, 1_000).Parse(argument) is int times ? context => new RestartIncident(context, times) : null);

    public override string? WhyNot => WhyNoProjections
        ?? (Context.Experiment.Store.Server is null ? "an embedded store is open in one process only" : null);

    public override async Task PrepareAsync(CancellationToken cancellationToken)
    {
        var store = (DirectStore)Context.Experiment.Store;
        _process = await store.StartOtherAsync(Projections.OtherBars.Name, cancellationToken);
        await LiveAsync(cancellationToken);
    }

    public override async Task<IncidentRecord> RunAsync()
    {
        var took = new List<TimeSpan>();
        while (took.Count == 0 || (took.Count < times && !Context.Interrupted.IsCancellationRequested))
        {
            await Context.Time.DelayAsync(Pause, CancellationToken.None);
            var killed = Context.Time.GetTimestamp();
            await _process!.KillAsync();
            await _process.RestartAsync(CancellationToken.None);
            await LiveAsync(CancellationToken.None);
            took.Add(Context.Time.GetElapsedTime(killed));
        }

        took.Sort();
        return new IncidentRecord(took[(took.Count - 1) / 2], Longest: took[^1], Times: took.Count);
    }

    public override VerificationPlan Judged(VerificationPlan plan) => _model is null ? plan
        : plan with { OtherReadModels = [.. plan.OtherReadModels, new(_model)] };

    // Live: it has what was acknowledged when it was started.
    private async Task LiveAsync(CancellationToken cancellationToken)
    {
        var model = _model = (await ApiReadModel.StartAsync(_process!.Processes[0], Projections.OtherBars, cancellationToken))!;
        var rows = Context.Load.History.AcknowledgedInAll;
        if (!await CatchUp.ReachesAsync(
            () => model.CountRowsAsync(cancellationToken), () => rows, CatchUp.Stall, CatchUp.Poll, Context.Time, cancellationToken))
        {
            throw new StoreFailureException(
                $"The projection in another process saved nothing for {DurationText.Of(CatchUp.Stall)} before it was live.");
        }
    }
}
