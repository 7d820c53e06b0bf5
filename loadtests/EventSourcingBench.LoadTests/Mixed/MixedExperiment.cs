namespace EventSourcingBench.LoadTests.Mixed;

/// <summary>The suite <c>mixed</c>: streams are loaded, appended to and created in the shares of an application.</summary>
internal sealed class MixedExperiment(ExperimentContext context) : EngineExperiment<MixedLoad>(context)
{
    public static Suite Suite { get; } = new()
    {
        Name = "mixed",
        Summary = "What an application asks: streams are loaded, appended to and created, in the shares of YCSB or of a service",
        Operation = "request",
        Load = context => new MixedLoad(context),
        Create = context => new MixedExperiment(context),
        Detail = Suite.Kept<MixedRecord>(MixedRecord.Name),
        Writes = step => step.Detail<MixedRecord>(MixedRecord.Name)?.Writes,
        Parameters = MixedParameters.All,
        Check = FaultParameters.Check,
        RestartsApi = FaultParameters.AreAny,
        WarmUp = MixedParameters.WarmUp,
        Steps = MixedParameters.Steps,
        IsMain = true,
    };

    protected override IReadOnlyList<IProjection> ReadModels =>
        [.. Projections.Items.Take(Context.Step.Workload.Get(MixedParameters.ReadModels)[0])];

    protected override bool IsOther(string stream) => StreamLoader.HasSnapshots(stream);

    protected override async Task FillAsync(CancellationToken cancellationToken)
    {
        Context.Tools.Progress.Phase(Context.Step, "preloading");
        await (Context.Store.BulkStore is not { Bulk: var bulk } ? PreloadSinglyAsync(cancellationToken) : PreloadAsync(
            events => bulk.AppendAsync(events, cancellationToken),
            n => new BulkEvent(new StreamId(StreamOf(n)), EventOf(n)), cancellationToken));
        await PreloadSnapshotsAsync(cancellationToken);
    }

    protected override async Task<StepRecord> SumUpAsync(StepRecord result)
    {
        var notSent = Context.Recorder.Errors().Where(e => e.Key.StartsWith(OpenLoad.NotSent, StringComparison.Ordinal))
            .Sum(e => e.Value);
        return (await base.SumUpAsync(result)).With(MixedRecord.Name, MixedRecord.Of(Load, MeasuredFrom, notSent));
    }

    protected override VerificationPlan Judged(VerificationPlan plan) => plan with
    {
        Conflicts = ConflictPromise.WithCause,
        Rows = sent => new FoundRow(History.Ids.Of(sent.Number), History.Keys[sent.Stream], Amount: 1),
        EventOfRow = row => ContentHash.Of(ItemsProjection.EventType, row.Document, metadata: []),
        Rules = [new MixedRule(
            History, plan.Reads == ReadConsistency.Linearizable, key => key < Load.Content.Streams ? Load.Content.Length : 0)],
        Good = () => "every load showed what is there",
    };

    // Stream after stream, several at a time: a store without bulk appends.
    private Task PreloadSinglyAsync(CancellationToken cancellationToken)
    {
        var streams = Numbers(0, Load.Content.Count).GroupBy(Load.Content.StreamOf, (_, numbers) => numbers.ToList()).ToList();
        return EachAsync(
            streams.Count, Context.Workers,
            (worker, index) => EnterAsync(worker, streams[index], streams[index].Count, async () =>
            {
                foreach (var number in streams[index])
                {
                    cancellationToken.ThrowIfCancellationRequested();
                    await SendAsync(worker, StreamOf(number), EventOf(number));
                }
            }),
            cancellationToken);
    }

    private async Task SendAsync(int worker, string stream, EventData data)
    {
        var reply = await Context.Store.SendAsync(worker, new StreamRequest(stream, data), Context.Step.Timeout);
        if (reply.Outcome != Outcome.Success)
            throw new StoreFailureException($"The stream {stream} could not be filled: {reply.Error ?? "a version conflict"}.");
    }

    // What earlier loads would have left: one snapshot of each stream.
    private Task PreloadSnapshotsAsync(CancellationToken cancellationToken)
    {
        var areThere = Load.Snapshots > 0 && Load.Content.Length >= Load.Snapshots;
        return EachAsync(areThere ? Load.Content.Streams : 0, Context.Workers, (worker, index) => SendAsync(
            worker, StreamLoader.SnapshotsOf(new StreamId(Load.Content.NameOf(index))).Value,
            Load.Content.SnapshotOf(index).ToEventData(Guid.CreateVersion7(Context.Tools.Time.GetUtcNow()))), cancellationToken);
    }

    private string StreamOf(long number) => Load.Content.NameOf(Load.Content.StreamOf(number));

    private EventData EventOf(long number) => Load.Content.EventOf(History.Ids.Of(number), number);
}
