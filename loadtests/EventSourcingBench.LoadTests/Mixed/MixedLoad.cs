namespace EventSourcingBench.LoadTests.Mixed;

/// <summary>The requests of the suite, each entered in the history before it is sent.</summary>
internal sealed class MixedLoad : SuiteLoad
{
    // The most events that a scan reads.
    private const int ScanLength = 100;

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

    public MixedContent Content { get; }

    public Mix Mix { get; }

    public MixedScript Script { get; }

    /// <summary>Events after which a load stores one; 0: there are none.</summary>
    public int Snapshots { get; }

    protected override ValueTask<LoadReply> SendAsync(LoadCall call, long number)
    {
        var ((kind, stream), lane) = (Script.At(number), History.Lane(call.Worker));
        if (kind is MixedKind.Load or MixedKind.LoadLatest or MixedKind.Scan)
        {
            var (limit, snapshots) = kind == MixedKind.Scan ? (ScanLength, 0) : (0, Snapshots);
            lane.Begin(number, call.Due, OperationKind.Load, History.KeyOf(stream), argument: limit);
            return SendAsync(call.Worker, new StreamRequest(stream, snapshots: snapshots, count: limit));
        }

        var eventNumber = History.EventOf(number);
        var data = Content.EventOf(History.Ids.Of(eventNumber), eventNumber, Context.Time.GetUtcNow());
        var (expected, version) = kind switch
        {
            MixedKind.Create => (ExpectedVersion.NoStream, 1),
            MixedKind.Update => (ExpectedVersion.Any, MixedRule.BehindLoaded),
            _ => (ExpectedVersion.Any, MixedRule.Anywhere),
        };
        lane.Begin(
            number, call.Due, OperationKind.Append, History.KeyOf(stream), argument: version,
            hash: ContentHash.Of(data.Type, data.Data.Span, data.Metadata.Span, isCanonical: true));
        return SendAsync(call.Worker, new StreamRequest(stream, data, kind == MixedKind.Update, expected, Snapshots));
    }
}
