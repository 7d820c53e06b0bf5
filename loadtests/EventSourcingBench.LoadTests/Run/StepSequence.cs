using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests;

/// <summary>Runs the steps of a plan in their order, and keeps each as it ends.</summary>
internal sealed class StepSequence(StepPlan plan, StoreTargets targets, RunTools tools, string folder)
{
    private readonly Lock _writing = new();

    /// <summary>Runs until the plan has ended or the user interrupts.</summary>
    /// <returns>The steps that were run, also the one that was interrupted.</returns>
    public async Task<IReadOnlyList<StepRecord>> RunAsync(CancellationToken cancellationToken)
    {
        var records = new List<StepRecord>();
        tools.Progress.RunStarts(plan.Steps.Count(), plan.LoadTime);
        foreach (var group in plan.Groups)
        {
            if (cancellationToken.IsCancellationRequested)
            {
                break;
            }

            records.AddRange(await Task.WhenAll(group.Select(step => RunAsync(step, cancellationToken))));
        }

        return records;
    }

    private async Task<StepRecord> RunAsync(Step step, CancellationToken cancellationToken)
    {
        var record = await new StepRunner(step, targets[step.Store], tools).RunAsync(cancellationToken);
        try
        {
            lock (_writing)
            {
                RunFolder.WriteStep(folder, record);
            }
        }
        catch (IOException e)
        {
            throw new ResultsLostException($"The results of {step} cannot be written to {folder}: {e.Message}", e);
        }

        tools.Progress.StepEnds(step, record);
        return record;
    }
}
