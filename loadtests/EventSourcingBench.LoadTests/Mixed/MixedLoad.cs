namespace EventSourcingBench.LoadTests.Mixed;

/// <summary>The requests of the suite, each entered in the history before it is sent.</summary>
internal sealed class MixedLoad : SuiteLoad
{
    public MixedLoad(LoadContext context)
        : base(context)
    {
        var workload = context.Step.Workload;
        Content = new MixedContent(
            workload.Get(MixedParameters.Streams)[0], workload.Get(MixedParameters.EventsPerStream)[0],
            workload.Get(MixedParameters.Preload), workload.Get(MixedParameters.Payloads)[0], context.Step.Seed);
        Mix = Mix.All.Single(m => m.Name == workload.Get(MixedParameters.Mixes)[0]);
        Snapshots = workload.Get(MixedParameters.Snapshots)[0];
        Script = new MixedScript(Mix, Content, workload.Get(MixedParameters.Skews)[0], context.Step.Seed);
        History = context.NewHistory(Content.Keys, bulk: new BulkHistory(Content, Content.Count));
    }

    public override StepHistory History { get; }

    public MixedContent Content { get; }

    public Mix Mix { get; }

    public MixedScript Script { get; }

    /// <summary>Events after which a load stores one; 0: there are none.</summary>
    public int Snapshots { get; }

    protected override ValueTask<LoadReply> SendAsync(LoadCall call, long number)
    {
        var (operation, lane) = (Script.At(number), History.Lane(call.Worker));
        if (!operation.Appends)
        {
            lane.Begin(number, call.Due, OperationKind.Load, History.KeyOf(operation.Stream), argument: operation.Limit);
            var snapshots = operation.Limit == 0 ? Snapshots : 0;
            return SendAsync(call.Worker, new StreamRequest(operation.Stream, snapshots: snapshots, count: operation.Limit));
        }

        var eventNumber = History.EventOf(number);
        var data = Content.EventOf(History.Ids.Of(eventNumber), eventNumber, Context.Time.GetUtcNow());
        var (expected, version) = operation.Kind switch
        {
            MixedKind.Create => (ExpectedVersion.NoStream, 1),
            MixedKind.Update => (ExpectedVersion.Any, MixedRule.BehindLoaded),
            _ => (ExpectedVersion.Any, MixedRule.Anywhere),
        };
        lane.Begin(
            number, call.Due, OperationKind.Append, History.KeyOf(operation.Stream), argument: version,
            hash: ContentHash.Of(data.Type, data.Data.Span, data.Metadata.Span, isCanonical: true));
        return SendAsync(call.Worker, new StreamRequest(operation.Stream, data, operation.Kind == MixedKind.Update, expected, Snapshots));
    }
}
