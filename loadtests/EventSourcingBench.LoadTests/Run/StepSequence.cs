namespace EventSourcingBench.LoadTests.Run;

/// <summary>Runs the steps of a plan in their order, and keeps each as it ends.</summary>
internal sealed class StepSequence(StepPlan plan, StoreTargets targets, RunTools tools, string folder)
{
    private readonly Lock _writing = new();
    private readonly List<StepRecord> _records = [];

    /// <summary>The steps that were run, in the order of their numbers; also one that was interrupted.</summary>
    public IReadOnlyList<StepRecord> Records => [.. _records.OrderBy(r => r.Number)];

    public async Task RunAsync(CancellationToken cancellationToken)
    {
        tools.Progress.RunStarts(plan);
        foreach (var group in plan.Groups.TakeWhile(_ => !cancellationToken.IsCancellationRequested))
            await Task.WhenAll(group.Select(step => RunAsync(step, cancellationToken)));
    }

    private async Task RunAsync(Step step, CancellationToken cancellationToken)
    {
        var store = targets[step.Store];
        var record = await new TierCheck(step, store, tools).CheckAsync(step.Workload.Get(LoadParameters.Slo) is { } slo
            ? await new SloRunner(step, slo, Run).RunAsync(cancellationToken)
            : await Run(step));
        lock (_writing)
        {
            _records.Add(record);
            ResultsLostException.Guard(folder, () => RunFolder.WriteStep(folder, record));
        }

        tools.Progress.StepEnds(step, record);

        Task<StepRecord> Run(Step probe) => new StepRunner(probe, store, tools).RunAsync(cancellationToken);
    }
}
