namespace EventSourcingBench.LoadTests.Targets;

/// <summary>What a load asks of a store: by a request to the API, or by the store's client in the generator's process.</summary>
internal abstract class StoreOperation
{
    /// <summary>Where nodes divide the work, the show whose node is asked; null: the first node has all.</summary>
    public virtual string? Show => null;

    public abstract HttpLoadRequest ToHttp(RequestWriter to);

    public virtual LoadReply Read(HttpLoadReply reply) =>
        new(reply.Outcome, reply.Version, Conflicts: reply.Outcome == Outcome.Conflict ? 1 : 0, Error: reply.Error);

    public abstract ValueTask<LoadReply> RunAsync(DirectStore store, CancellationToken cancellationToken);

    public static async ValueTask<LoadReply> AppendAsync(
        IEventStore events, StreamId stream, ExpectedVersion expected, EventData data, CancellationToken cancellationToken) =>
        await events.AppendAsync(stream, expected, [data], cancellationToken) switch
        {
            Appended appended => new(Outcome.Success, appended.StreamVersion, appended.Position ?? 0),
            var refused => new(Outcome.Conflict, ((WrongExpectedVersion)refused).ActualVersion, Conflicts: 1),
        };

    protected static async ValueTask<LoadReply> AppendAsync(
        IDcbEventStore dcb, IReadOnlyList<string> tags, EventData data, CancellationToken cancellationToken) =>
        (await dcb.AppendAsync([new DcbEvent(data, tags)], condition: null, cancellationToken)).Position is { } position
            ? new(Outcome.Success, Position: position)
            : new(Outcome.Conflict, Conflicts: 1);

    protected static LoadReply Read<TRefusal>(HttpLoadReply reply, Func<ReadOnlyMemory<byte>, LoadReply> accepted)
        where TRefusal : struct, Enum => reply.Outcome switch
        {
            Outcome.Success => accepted(reply.Body),
            Outcome.Conflict => JsonSerializer.Deserialize(reply.Body.Span, ApiJson.Default.ApiProblem)! switch
            {
                { Type: ProblemTypes.ForeignEvent } problem => new(Outcome.Error, Error: problem.Detail),
                { Refusal: not null } problem => LoadReply.Refused(problem.RefusalAs<TRefusal>(), problem.Conflicts ?? 0),
                var problem => new(Outcome.Conflict, Conflicts: problem.Conflicts ?? 0),
            },
            _ => new(reply.Outcome, Error: reply.Error),
        };
}

/// <summary>What became of a request. Version and position are 0 where none was acknowledged; of a load of a stream they are its last
/// version and the bits of a digest; the version of a conflict is that which the store reported. Conflicts are those on the way; the error
/// is null where nothing went wrong.</summary>
/// <param name="DecidedOn">The version of the stream that an append was decided on; null where none was.</param>
/// <param name="Resent">How often it was sent again because a connection was refused or broke.</param>
/// <param name="Parts">Microseconds in each part; null where they are not known.</param>
internal readonly record struct LoadReply(
    Outcome Outcome, long Version = 0, long Position = 0, int Conflicts = 0, string? Error = null, Enum? Refusal = null, int Resent = 0,
    int[]? Parts = null, long? DecidedOn = null)
{
    public static LoadReply Refused(Enum? refusal, int conflicts) => new(Outcome.Refused, Conflicts: conflicts, Refusal: refusal);

    /// <summary>The reply where an earlier sending got no answer and may have been done: only a success settles it.</summary>
    public LoadReply AfterLostAnswer() => Outcome == Outcome.Success ? this
        : new(Outcome.Timeout, Error: Error ?? "the connection broke before the first answer", Resent: Resent);

    /// <summary>Calls a store of this process. What it throws becomes a reply; what it may not throw leaves the outcome unknown.</summary>
    public static async ValueTask<LoadReply> GuardAsync(
        Func<CancellationToken, ValueTask<LoadReply>> call, TimeSpan timeout, TimeProvider time)
    {
        using var patience = new CancellationTokenSource(timeout, time);
        try
        {
            return await call(patience.Token);
        }
        catch (Exception e) when (e is StoreUnavailableException or ForeignEventException)
        {
            return new(Outcome.Error, Error: Secrets.OfThisProcess.Redact(e.Message));
        }
        catch (OperationCanceledException) when (patience.IsCancellationRequested)
        {
            return new(Outcome.Timeout, Error: FormattableString.Invariant($"no answer within {timeout.TotalSeconds:0.###} s"));
        }
        catch (Exception e)
        {
            var words = e is OutcomeUnknownException ? e.Message : $"{e.GetType().Name}: {e.Message}";
            return new(Outcome.Timeout, Error: Secrets.OfThisProcess.Redact(words));
        }
    }
}

/// <summary>Writes the requests of one worker, their bodies again and again into the same memory.</summary>
internal sealed class RequestWriter(Uri store) : IDisposable
{
    private readonly Dictionary<string, Uri> _addresses = new(StringComparer.Ordinal);
    private readonly ArrayBufferWriter<byte> _buffer = new(512);
    private readonly Utf8JsonWriter _writer = new(Stream.Null);

    /// <summary>The address of the store on the node that is asked, ending in a slash.</summary>
    public Uri Store
    {
        get;
        set
        {
            field = value;
            _addresses.Clear();
        }
    }
        = store;

    public Uri At(string path) => new(Store, path);

    /// <summary>The same for one of a few paths on the first node, which are asked for again.</summary>
    public Uri Often(string path) => _addresses.TryGetValue(path, out var address) ? address : _addresses[path] = At(path);

    public ReadOnlyMemory<byte> Json<T>(T value, JsonTypeInfo<T> type)
    {
        JsonSerializer.Serialize(Begin(), value, type);
        return Written();
    }

    public Utf8JsonWriter Begin()
    {
        _buffer.ResetWrittenCount();
        _writer.Reset(_buffer);
        return _writer;
    }

    public ReadOnlyMemory<byte> Written()
    {
        _writer.Flush();
        return _buffer.WrittenMemory;
    }

    public void Dispose() => _writer.Dispose();
}

internal interface ILoadTarget
{
    /// <summary>How other processes reach it; null where the store runs in the generator's process.</summary>
    ApiEndpoint? Endpoint => null;

    /// <summary>Events that the joining of a course leaves: 1 with DCB, 2 with aggregates.</summary>
    int EventsOfJoining => Endpoint!.EventsOfJoining;

    /// <summary>Sends one request; a worker never sends twice at once. Does not throw for the store's errors.</summary>
    ValueTask<LoadReply> SendAsync(int worker, StoreOperation operation, TimeSpan timeout);
}
