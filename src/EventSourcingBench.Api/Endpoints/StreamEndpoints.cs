using System.Text.Unicode;

namespace EventSourcingBench.Api.Endpoints;

/// <summary>Streams of any events, as an application uses them: load and fold, append, or both in one request.</summary>
internal sealed class StreamEndpoints(HostedStores stores, TimeProvider time)
{
    private const string Tag = "streams";
    private const string Route = "/stores/{store}/streams/{stream}";
    private const int MaxTypeLength = 100;
    private const int MostEvery = 1_000_000;

    private static readonly ParameterDescription Load = new(
        "load", "true: read and fold the stream first, and expect the version that was read. Default: expect what the headers say.",
        JsonSchemaType.Boolean);

    private static readonly ParameterDescription Snapshots = new(
        "snapshots",
        "A whole stream is loaded from its last snapshot, and a load that reads so many events, 1 to 1000000, stores one. Default: none.",
        JsonSchemaType.Integer);

    public void Map(IEndpointRouteBuilder app)
    {
        app.MapGet(Route + "/state", LoadAsync).Describe("loadStream", "Read a stream and fold it, as an aggregate is loaded", Tag)
            .WithParameters([PageQuery.From, PageQuery.Count, Snapshots]).Answers<LoadedStream>().Refuses(400, 404, 409, 503);
        app.MapPost(Route, AppendAsync)
            .Describe("appendToStream", "Append an event to a stream, with load=true on the version that was read", Tag)
            .WithParameters([.. AppendHeaders.Descriptions, Load, Snapshots]).Accepts<AppendEvent>("application/json")
            .Answers<AppendedEvent>(StatusCodes.Status201Created).Refuses(400, 404, 409, 413, 415, 503, 504);
    }

    public static StreamId Parse(string name) =>
        StreamId.IsName(name) ? new StreamId(name) : throw Problem.Invalid("stream", BulkLineReader.NoStreamName);

    private Task LoadAsync(string store, string stream, HttpContext context)
    {
        var (id, query) = (Parse(stream), context.Request.Query);
        var from = PageQuery.Read(query, PageQuery.From.Name, long.MaxValue, otherwise: 1);
        var count = query.ContainsKey(PageQuery.Count.Name) ? PageQuery.ReadCount(query, 1) : long.MaxValue;
        var every = ReadSnapshots(id, query);
        var isPart = from > 1 || count < long.MaxValue;
        if (every > 0 && isPart)
            throw Problem.Invalid(Snapshots.Name, "must not be sent together with from or count: a part of a stream has no snapshot.");

        return stores.AnswerAsync(store, context, async open =>
        {
            var (version, events, digest) = await (isPart
                ? open.Streams.LoadAsync(id, from, count, context.RequestAborted)
                : open.Streams.LoadAsync(id, every, context.RequestAborted));
            return new LoadedStream(version, events, DeliveredEvent.Text(digest));
        });
    }

    private async Task AppendAsync(string store, string stream, HttpContext context)
    {
        var hosted = stores.Find(store);
        var id = Parse(stream);
        var (expected, eventId) = AppendHeaders.Read(context.Request.Headers, time);
        var load = PageQuery.ReadFlag(context.Request.Query, Load.Name);
        var every = ReadSnapshots(id, context.Request.Query);
        var body = await JsonBody.ReadAsync<AppendEvent>(context.Request);
        if (body.Type is not { Length: > 0 and <= MaxTypeLength })
            throw Problem.Invalid("type", $"must have 1 to {MaxTypeLength} characters.");

        var json = JsonMarshal.GetRawUtf8Value(body.Data);
        var data = Utf8.IsValid(json)
            ? new EventData(eventId, body.Type, json.ToArray()) : throw Problem.Invalid("data", BulkLineReader.NoUtf8);
        var state = default(StreamState);
        AppendResult result;
        using (var lease = await hosted.EnterAsync())
        {
            state = load ? await lease.Value.Streams.LoadAsync(id, every, context.RequestAborted) : state;
            expected = load ? ExpectedVersion.After(state.Version) : expected;
            result = await AppendHeaders.RunAsync(context, () => ApiMeter.AppendAsync(store, lease.Value.Events, id, expected, data));
        }

        await JsonAnswer.WriteAsync(context, result, appended => new AppendedEvent(
            data.Id, appended.StreamVersion, appended.Position, state.Events, load ? state.Version : null));
    }

    private static int ReadSnapshots(StreamId stream, IQueryCollection query)
    {
        var every = (int)PageQuery.Read(query, Snapshots.Name, MostEvery, otherwise: 0);
        return every == 0 || StreamLoader.MayHaveSnapshots(stream)
            ? every
            : throw Problem.Invalid(Snapshots.Name, "must not be sent: the name of a stream with its snapshots would be too long.");
    }
}
