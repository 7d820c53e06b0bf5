namespace EventSourcingBench.LoadTests.Mixed;

/// <summary>The requests of the suite, each entered in the history before it is sent.</summary>
internal sealed class MixedLoad : ILoad
{
    /// <summary>The name of the operation in the record.</summary>
    public const string Operation = "request";

    /// <summary>Begins with an empty history.</summary>
    /// <param name="context">What it is made with. The store was reset.</param>
    public MixedLoad(LoadContext context)
    {
        var workload = context.Step.Workload;
        Context = context;
        Target = context.Target.Streams;
        Content = new MixedContent(
            workload.Get(MixedParameters.Streams)[0],
            workload.Get(MixedParameters.EventsPerStream)[0],
            workload.Get(MixedParameters.Preload),
            workload.Get(MixedParameters.Payloads)[0],
            context.Step.Seed);
        Mix = Mix.All.Single(m => m.Name == workload.Get(MixedParameters.Mixes)[0]);
        Snapshots = workload.Get(MixedParameters.Snapshots)[0];
        Script = new MixedScript(Mix, Content, workload.Get(MixedParameters.Skews)[0], context.Step.Seed);
        History = context.NewHistory(
            Content.Keys, bulk: new Measurement.Histories.BulkHistory(Content, Content.Count), hasExpectedVersions: true);
    }

    public LoadContext Context { get; }

    public LoadScenario Scenario => new(Operation, SendAsync);

    public StepHistory History { get; }

    /// <summary>Where requests go.</summary>
    public IStreamTarget Target { get; }

    /// <summary>The events.</summary>
    public MixedContent Content { get; }

    /// <summary>The shares of the operations.</summary>
    public Mix Mix { get; }

    /// <summary>The operations.</summary>
    public MixedScript Script { get; }

    /// <summary>A load stores a snapshot after so many events; 0: there are none.</summary>
    public int Snapshots { get; }

    private async ValueTask<Outcome> SendAsync(LoadCall call, CancellationToken cancellationToken)
    {
        var number = Context.Share.NumberOf(call.Sequence);
        var operation = Script.At(number);
        var reply = operation.Appends ? await AppendAsync(call, number, operation) : await LoadAsync(call, number, operation);
        if (reply.Error is { } error)
        {
            Context.Recorder.RecordError(error);
        }

        return reply.Outcome;
    }

    private async ValueTask<StreamReply> AppendAsync(LoadCall call, long number, MixedOperation operation)
    {
        var eventNumber = History.EventOf(number);
        var data = Content.EventOf(History.Ids.Of(eventNumber), eventNumber, Context.Time.GetUtcNow());
        var lane = History.Lane(call.Worker);
        lane.Begin(
            number,
            call.Due,
            OperationKind.Append,
            History.KeyOf(operation.Stream),
            hash: ContentHash.Of(data.Type, data.Data.Span, data.Metadata.Span, isCanonical: true));
        var request = new StreamRequest(call.Worker, operation.Stream, data)
        {
            Load = operation.Kind == MixedKind.Update,
            Snapshots = Snapshots,
            Expected = operation.Kind == MixedKind.Create ? ExpectedVersion.NoStream : ExpectedVersion.Any,
        };
        var reply = await Target.SendAsync(request, Context.Timeout);
        lane.End(reply.Outcome, reply.Version, conflicts: reply.Outcome == Outcome.Conflict ? 1 : 0);
        return reply;
    }

    private async ValueTask<StreamReply> LoadAsync(LoadCall call, long number, MixedOperation operation)
    {
        var lane = History.Lane(call.Worker);
        lane.Begin(number, call.Due, OperationKind.Load, History.KeyOf(operation.Stream), argument: operation.Limit);
        var request = new StreamRequest(call.Worker, operation.Stream)
        {
            Snapshots = operation.Limit == 0 ? Snapshots : 0,
            Count = operation.Limit,
        };
        var reply = await Target.SendAsync(request, Context.Timeout);
        lane.End(reply.Outcome, reply.Version, position: unchecked((long)reply.Digest));
        return reply;
    }
}
