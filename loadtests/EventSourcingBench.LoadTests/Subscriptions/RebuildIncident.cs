namespace EventSourcingBench.LoadTests.Subscriptions;

/// <summary>A read model is rebuilt: the first of the load's, or one beside them that is started before the load.</summary>
internal sealed class RebuildIncident(IncidentContext context, BarShape? shape) : Incident(context)
{
    // Emptying a large read model saves no row for long.
    private static readonly TimeSpan Stall = TimeSpan.FromMinutes(1);
    private readonly ShapedBars? _own = shape is null ? null : new(shape, context.Load.History.Ids);
    private DirectReadModel? _model;
    private long _notRebuilt;

    public static IncidentKind Kind { get; } = new($"rebuild[:{string.Join('|', BarShape.All.Select(s => s.Name))}]", argument =>
        argument.Length == 0 ? context => new RebuildIncident(context, shape: null)
        : BarShape.All.FirstOrDefault(s => s.Name == argument) is { } shape ? context => new RebuildIncident(context, shape) : null);

    // The rows of the events that were there before the load.
    private long Preloaded => shape?.RowsOf(Context.Load.History.BulkCount) ?? Context.Load.History.BulkCount;

    public override string? WhyNot => WhyNoProjections;

    public override async Task PrepareAsync(CancellationToken cancellationToken)
    {
        var running = await Context.Experiment.Store.StartProjectionAsync(_own ?? Projections.Bars, cancellationToken);
        var model = (DirectReadModel)running!;
        await CatchUp.WaitAsync(() => model.CountRowsAsync(CancellationToken.None), () => Preloaded, Context.Time);
        _model = model;
    }

    public override async Task<IncidentRecord> RunAsync()
    {
        var rebuilding = RebuildAsync(_model!);
        return await CatchUp.EndsAsync(
            rebuilding, () => _model!.Replayed, Stall, CatchUp.Poll, Context.Time, CancellationToken.None) ? await rebuilding
            : throw new StoreFailureException($"The rebuild saved no row for {DurationText.Of(Stall)} before it was complete.");
    }

    public override VerificationPlan Judged(VerificationPlan plan)
    {
        plan = plan with { NotRebuilt = _notRebuilt };
        return _model is null || (shape is null && plan.ReadModel is not null) ? plan
            : plan with { OtherReadModels = [.. plan.OtherReadModels, new(_model, shape is null ? null : RowOf)] };

        FoundRow? RowOf(SentEvent sent) =>
            shape.GroupOf(sent.Number) is { } group && plan.Rows(sent) is { } row ? row with { Group = group } : null;
    }

    private async Task<IncidentRecord> RebuildAsync(DirectReadModel model)
    {
        var (begun, projected) = (Context.Time.GetTimestamp(), _own?.Projected);
        await model.RebuildAsync(CancellationToken.None);
        var took = Context.Time.GetElapsedTime(begun);

        // Those of the load may come later.
        _notRebuilt = Preloaded - model.Replayed;
        return new IncidentRecord(took, _own?.Projected - projected ?? model.Replayed);
    }
}
