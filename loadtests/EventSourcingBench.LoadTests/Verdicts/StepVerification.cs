namespace EventSourcingBench.LoadTests.Verdicts;

/// <summary>What every suite verifies in the same way: the observers beside the load, read-back, and reading by another process.</summary>
/// <param name="observer">Null where nothing looked at the store beside the load.</param>
internal sealed class StepVerification(ExperimentContext context, StepHistory history, LoadObserver? observer = null)
{
    public const string NoProjections = "read model not checked: the store runs no projections";

    private readonly StoreUnderTest _store = context.Store;

    public async Task<VerdictRecord> VerifyAsync(string? failure, IProjection? projection, Func<VerificationPlan, VerificationPlan> with)
    {
        await (observer?.StopAsync() ?? Task.CompletedTask);
        var verdict = await JudgeAsync(failure, projection, with);
        if (context.Tools.HistoryFolder is { } folder)
        {
            var step = context.Step;
            var about = new Dictionary<string, string> { ["suite"] = step.Suite.Name, ["store"] = step.Subject, ["step"] = step.FileName };
            var file = new HistoryFile(history, about);
            await ResultsLostException.GuardAsync(folder, () => file.SaveAsync(folder, step.FileName, CancellationToken.None));
        }

        return verdict;
    }

    private async Task<VerdictRecord> JudgeAsync(string? failure, IProjection? projection, Func<VerificationPlan, VerificationPlan> with)
    {
        // Where nothing was sent, the failure says more than that no event is there.
        var wasLoaded = history.Where((in o) => o.Kind is OperationKind.Append or OperationKind.BulkAppend).Any();
        if ((history.Incomplete ?? (wasLoaded ? null : failure)) is { } obstacle)
            return NotVerified(obstacle);

        try
        {
            return await Verifier.VerifyAsync(with(await PlanAsync(projection)));
        }
        catch (Exception e) when (StoreFailureException.Is(e))
        {
            var bulk = history.Bulk?.CountOf(BulkState.Acknowledged) ?? 0;
            return NotVerified(e.Message) with { Acknowledged = history.Acknowledged + bulk };
        }
        finally
        {
            await _store.EndReopenedAsync();
        }
    }

    public static VerdictRecord NotVerified(string reason) => new() { Passed = false, Text = $"not verified: {reason}" };

    private async Task<VerificationPlan> PlanAsync(IProjection? projection)
    {
        var rows = projection is null ? null : await _store.StartProjectionAsync(projection, CancellationToken.None);
        var isPersistent = _store.Capabilities.HasFlag(StoreCapabilities.Persistent);
        return new VerificationPlan
        {
            History = history,
            ReadBack = _store.ReadBack(),
            HasPositions = _store.Capabilities.HasFlag(StoreCapabilities.GlobalPosition),
            Reads = _store.Reads,
            ReadModel = rows,
            Subscriber = observer?.Deliveries,
            CatchUp = observer is null ? null : observer.CatchUpAsync,
            Restart = rows is null || isPersistent ? null : async cancel => await _store.RestartProjectionAsync(projection!, cancel),
            Reopen = !isPersistent || _store.WhyNotReopened is not null ? null
                : cancel => _store.ReopenAsync(rows is null ? null : projection, context.Tools.VerifyAfterKill, cancel),
            Remarks = [.. Remarks(isPersistent, rows is not null || projection is null)],
            Time = context.Tools.Time,
        };
    }

    private IEnumerable<string> Remarks(bool isPersistent, bool hasModel)
    {
        if (!isPersistent)
            yield return "not reopened: its data does not outlive the process";
        else if (_store.WhyNotReopened is { } elsewhere)
            yield return $"not reopened: {elsewhere}";
        else if (context.Tools.VerifyAfterKill && _store.WhyNotKilled is { } why)
            yield return $"not killed: {why}";

        if (!hasModel)
            yield return NoProjections;

        if (observer?.Failures is { } failures)
            yield return failures;

        if (context.Tools.VerifyReads <= 0)
            yield return "not observed during the load (--verify-reads 0)";

        if (_store.Reads != ReadConsistency.Linearizable)
            yield return $"the store declares {_store.Reads.ToString().ToLowerInvariant()} reads, which need not show the latest append";

        if (!history.HasOneClock)
            yield return "real time not checked: generators on other hosts have other clocks";
    }
}
