namespace EventSourcingBench.LoadTests.Mixed;

/// <summary>The suite <c>mixed</c>: streams are loaded, appended to and created in the shares of an application.</summary>
internal sealed class MixedExperiment(ExperimentContext context) : IExperiment
{
    /// <summary>The suite <c>mixed</c>.</summary>
    public static Suite Suite { get; } = new()
    {
        Name = "mixed",
        Summary = "What an application asks: streams are loaded, appended to and created, in the shares of YCSB or of a service",
        Models = [StoreModel.Streams],
        Operation = MixedLoad.Operation,
        Load = context => new MixedLoad(context),
        Create = context => new MixedExperiment(context),
        Detail = Suite.Kept<MixedRecord>(MixedRecord.Name),
        Writes = step => step.Detail<MixedRecord>(MixedRecord.Name)?.Writes,
        Parameters = MixedParameters.All,
        WarmUp = MixedParameters.WarmUp,
        Steps = MixedParameters.Steps,
        IsDefault = true,
    };

    private const int BatchLength = 5_000;

    private StepVerification? _verification;
    private ProjectionWatch? _projections;
    private MixedLoad? _load;
    private long _measuredFrom;

    public ILoad Load => Mixed;

    private MixedLoad Mixed => _load ?? throw NotPrepared;

    private static InvalidOperationException NotPrepared => new("The step was not prepared.");

    public async Task PrepareAsync(CancellationToken cancellationToken)
    {
        await context.Store.ResetAsync(context.Workers, cancellationToken);
        _load = new MixedLoad(context.ForLoad());
        _verification = new StepVerification(context, _load.History, isOther: StreamLoader.HasSnapshots);
        context.Tools.Progress.Phase(context.Step, "preloading");
        await (context.Store.BulkTarget?.BulkStore is { } bulk
            ? PreloadAsync(bulk.Bulk, cancellationToken)
            : PreloadSinglyAsync(cancellationToken));
        await PreloadSnapshotsAsync(cancellationToken);
        _projections = new ProjectionWatch(
            context.Store,
            [.. Projections.Items.Take(context.Step.Workload.Get(MixedParameters.ReadModels)[0])],
            () => Mixed.Content.Count + Mixed.History.Acknowledged,
            context.Tools.Time);
        await _projections.StartAsync(cancellationToken);
        _verification.Start();
    }

    public Task<StepResult> LoadAsync(StepResult result, CancellationToken cancellationToken) => EngineStep.RunAsync(
        context,
        Load,
        async () =>
        {
            await _projections!.WarmAsync();
            _measuredFrom = Mixed.History.Now;
        },
        result,
        cancellationToken);

    public async Task<StepResult> FinishAsync(StepResult result)
    {
        await _verification!.StopAsync();
        return await _projections!.FinishAsync(context, result) with { Detail = (MixedRecord.Name, MixedTallies.Of(Mixed, _measuredFrom)) };
    }

    public Task<VerdictRecord> VerifyAsync(string? failure) => _verification is null
        ? Task.FromResult(StepVerification.NotVerified(failure ?? NotPrepared.Message))
        : _verification.VerifyAsync(failure, _projections is { Running.Count: > 0 } ? Projections.Items[0] : null, plan => plan with
        {
            Conflicts = ConflictPromise.WithCause,
            Rows = sent => new FoundRow(Mixed.History.Ids.Of(sent.Number), Mixed.History.Keys[sent.Stream], Amount: 1),
            EventOfRow = row => ContentHash.Of(ItemsProjection.EventType, row.Document, metadata: []),
            OtherReadModels = [.. _projections?.Running.Skip(1) ?? []],
            Rules = [new LoadedStates(Mixed.History, plan.Reads == ReadConsistency.Linearizable, LengthOf)],
            Good = () => "every load showed what is there",
        });

    private long LengthOf(int key) => key < Mixed.Content.Streams ? Mixed.Content.Length : 0;

    private async Task PreloadAsync(IBulkWriter bulk, CancellationToken cancellationToken)
    {
        for (var from = 0L; from < Mixed.Content.Count; from += BatchLength)
        {
            var numbers = Numbers(from, Math.Min(from + BatchLength, Mixed.Content.Count));
            await EnterAsync(lane: 0, numbers, () => bulk.AppendAsync(
                numbers.ConvertAll(n => new BulkEvent(new StreamId(StreamOf(n)), EventOf(n))), cancellationToken));
        }
    }

    // Stream after stream, several at a time: a store without bulk appends.
    private Task PreloadSinglyAsync(CancellationToken cancellationToken)
    {
        var streams = Numbers(0, Mixed.Content.Count).GroupBy(Mixed.Content.StreamOf).ToList();
        return EachAsync(
            streams.Count,
            (worker, index) => EnterAsync(worker, [.. streams[index]], () => AppendSinglyAsync(worker, streams[index], cancellationToken)),
            cancellationToken);
    }

    // Several at a time, each by a worker that does nothing else meanwhile.
    private async Task EachAsync(int count, Func<int, int, Task> act, CancellationToken cancellationToken)
    {
        var next = -1;
        await Task.WhenAll(Enumerable.Range(0, context.Workers).Select(async worker =>
        {
            while (Interlocked.Increment(ref next) is var index && index < count)
            {
                cancellationToken.ThrowIfCancellationRequested();
                await act(worker, index);
            }
        }));
    }

    private async ValueTask AppendSinglyAsync(int worker, IEnumerable<long> numbers, CancellationToken cancellationToken)
    {
        foreach (var number in numbers)
        {
            cancellationToken.ThrowIfCancellationRequested();
            await SendAsync(worker, StreamOf(number), EventOf(number));
        }
    }

    private async ValueTask SendAsync(int worker, string stream, EventData data)
    {
        var reply = await Mixed.Target.SendAsync(new StreamRequest(worker, stream, data), context.Step.Timeout);
        if (reply.Outcome != Outcome.Success)
        {
            throw new StoreFailureException($"The stream {stream} could not be filled: {reply.Error ?? "a version conflict"}.");
        }
    }

    // What earlier loads would have left: one snapshot of each stream.
    private Task PreloadSnapshotsAsync(CancellationToken cancellationToken)
    {
        var areThere = Mixed.Snapshots > 0 && Mixed.Content.Length >= Mixed.Snapshots;
        return EachAsync(areThere ? Mixed.Content.Streams : 0, AppendAsync, cancellationToken);

        async Task AppendAsync(int worker, int index)
        {
            var stream = StreamLoader.SnapshotsOf(new StreamId(Mixed.Content.NameOf(index)));
            var id = Guid.CreateVersion7(context.Tools.Time.GetUtcNow());
            await SendAsync(worker, stream.Value, Mixed.Content.SnapshotOf(index).ToEventData(id));
        }
    }

    private async Task EnterAsync(int lane, List<long> numbers, Func<ValueTask> append)
    {
        var (history, bulk) = (Mixed.History, Mixed.History.Bulk!);
        Mark(BulkState.Unknown);
        history.Lane(lane).Begin(numbers[0], due: null, OperationKind.BulkAppend, Operation.NoKey, argument: numbers.Count);
        await append();
        history.Lane(lane).End(Outcome.Success);
        Mark(BulkState.Acknowledged);

        void Mark(BulkState state)
        {
            foreach (var number in numbers)
            {
                bulk[number] = state;
            }
        }
    }

    private static List<long> Numbers(long from, long to)
    {
        var numbers = new List<long>((int)(to - from));
        for (var n = from; n < to; n++)
        {
            numbers.Add(n);
        }

        return numbers;
    }

    private string StreamOf(long number) => Mixed.Content.NameOf(Mixed.Content.StreamOf(number));

    private EventData EventOf(long number) => Mixed.Content.EventOf(Mixed.History.Ids.Of(number), number);
}
