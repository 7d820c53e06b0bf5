using EventData = EventSourcingBench.Abstractions.EventData;
using WrongExpectedVersion = EventSourcingBench.Abstractions.WrongExpectedVersion;

namespace EventSourcingBench.Stores.Shared;

/// <summary>One client, one namespace on the server, and read models in a local file.</summary>
internal sealed class LogStore : IStore, IEventStore
{
    // Leaves a margin to the contract's five seconds.
    private static readonly TimeSpan OpenLimit = TimeSpan.FromSeconds(4);
    private static readonly TimeSpan DropLimit = TimeSpan.FromSeconds(10);

    private const int AppendsAtOnce = 64;

    private readonly LogConnection _connection;
    private readonly LogNamespace _namespace;
    private readonly EmbeddedReadModels _readModels;
    private readonly ProjectionHost _projections;
    private readonly StoreContext _context;

    // Without separate credentials for append calls, appends share one call. An insecure server accepts any credentials.
    private readonly UserCredentials? _unary;
    private readonly StoreClosing _closing = new();

    private LogStore(LogConnection connection, LogNamespace space, StoreContext context)
    {
        (_connection, _namespace, _context) = (connection, space, context);
        var catchUp = new LogSubscription(connection, space, (int)context.Options.Integer(LogOptions.FeedBatch));
        Subscription = context.Options.Text(LogOptions.Subscription) == LogOptions.Persistent
            ? new LogGroupSubscription(connection, space, context.Time) : catchUp;
        _unary = context.Options.Text(LogOptions.Append) == LogOptions.Batch ? null
            : connection.Settings.DefaultCredentials ?? new UserCredentials("nobody", "nothing");
        Bulk = new StreamwiseBulkWriter(this, AppendsAtOnce);
        _readModels = new EmbeddedReadModels(context, space.FileName);
        _projections = ProjectionHost.Over(catchUp, _readModels.OpenTablesAsync, context.Time);
    }

    // Not IdempotentAppend: the server recognizes retries within limits only; see the README.
    public StoreCapabilities Capabilities => StoreCapabilities.GlobalPosition | StoreCapabilities.Persistent | StoreCapabilities.KeepsBytes
        | StoreCapabilities.PositionCheckpoints;

    public IBulkWriter Bulk { get; }

    public ICatchUpSubscription Subscription { get; }

    public IProjectionHost Projections => _projections;

    public static async Task<IStore> OpenAsync(StoreContext context, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        var connection = new LogConnection(Settings(context));
        try
        {
            using var limit = new CancellationTokenSource(OpenLimit, context.Time);
            using var ending = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, limit.Token);
            var space = await connection.GuardAsync(
                () => LogNamespace.OpenAsync(connection.Client, context.Namespace, ending.Token), cancellationToken);
            return new LogStore(connection, space, context);
        }
        catch
        {
            await connection.DisposeAsync();
            throw;
        }
    }

    public async ValueTask<AppendResult> AppendAsync(
        StreamId stream, ExpectedVersion expected, IReadOnlyList<EventData> events, CancellationToken cancellationToken = default)
    {
        Appends.RequireDistinct(events);
        cancellationToken.ThrowIfCancellationRequested();
        _connection.Closing.ThrowIfClosed();
        try
        {
            ClientEvent[] messages = [.. events.Select(e => new ClientEvent(Uuid.FromGuid(e.Id), e.Type, e.Data, e.Metadata))];
            var times = RequestTimes.Mark(RequestPart.Store);
            // The shared call ignores cancellation once it has the events: the wait ends here.
            var result = await Dialect.AppendAsync(
                _connection.Client, _namespace.Writing(stream), expected, messages, _unary, cancellationToken)
                .WaitAsync(cancellationToken);
            times?.Enter(RequestPart.Adapter);
            return result is WrongExpectedVersionResult lost ? new WrongExpectedVersion(expected, lost.ActualVersion + 1)
                : new Appended(Dialect.Version(result), LogEvents.Number(result.LogPosition));
        }
        catch (Exception e)
        {
            // The client of EventStoreDB fails all appends of a broken call one after the other, before it makes another call, on the
            // thread that runs what follows here: a caller who tries again at once would keep it there for ever.
            await Task.Yield();
            cancellationToken.ThrowIfCancellationRequested();
            if (_connection.Errors.AfterSend(e, _connection.Closing.IsClosed) is { } translated)
                throw translated;

            throw;
        }
    }

    public async IAsyncEnumerable<RecordedEvent> ReadStreamAsync(
        StreamId stream, long fromVersion = 1, long maxCount = long.MaxValue,
        [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(fromVersion, 1);
        ArgumentOutOfRangeException.ThrowIfLessThan(maxCount, 1);
        using var ending = _connection.Link(cancellationToken);
        var read = _connection.Client.ReadStreamAsync(
            Direction.Forwards, _namespace.NameOf(stream), StreamPosition.FromInt64(fromVersion - 1), maxCount,
            cancellationToken: ending.Token);
        if (await _connection.GuardAsync(() => read.ReadState, cancellationToken) == ReadState.StreamNotFound)
            yield break;

        await using var events = read.GetAsyncEnumerator(ending.Token);
        while (await _connection.GuardAsync(() => events.MoveNextAsync(), cancellationToken))
            yield return LogEvents.Recorded(events.Current.Event, stream);
    }

    public Task<StoreDescription> DescribeAsync(CancellationToken cancellationToken = default) =>
        LogDescription.ReadAsync(_connection, _context.Options, cancellationToken);

    public async ValueTask DisposeAsync()
    {
        if (!await _closing.CloseAsync())
            return;

        await _projections.DisposeAsync();
        await _connection.Closing.CloseAsync();
        await _readModels.DisposeAsync();
        if (_context.RemovesData(_namespace.IsNew))
            await DropAsync();

        await _connection.DisposeAsync();
    }

    private async Task DropAsync()
    {
        using var limit = new CancellationTokenSource(DropLimit, _context.Time);
        try
        {
            await _namespace.DropAsync(_connection.Client, limit.Token);
        }
        catch (Exception e) when (_connection.Errors.Unavailable(e) is not null)
        {
            // The server is unavailable. A namespace is used once, so leftover streams do no harm.
        }
    }

    private static LogClientSettings Settings(StoreContext context)
    {
        try
        {
            var settings = LogClientSettings.Create(context.ConnectionString ?? "");
            settings.OperationOptions.ThrowOnAppendFailure = false;
            return settings;
        }
        catch (Exception e) when (e is FormatException or ArgumentException or ConnectionStringParseException)
        {
            throw LogErrors.NotAConnectionString();
        }
    }
}
