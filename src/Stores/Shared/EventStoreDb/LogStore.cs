namespace EventSourcingBench.Stores.Shared;

/// <summary>One client, one namespace on the server, and read models in a local file.</summary>
internal sealed class LogStore : IStore
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
    private bool _isDisposed;

    private LogStore(LogConnection connection, LogNamespace space, StoreContext context)
    {
        (_connection, _namespace, _context) = (connection, space, context);
        Subscription = new LogSubscription(connection, space, (int)context.Options.Integer(LogOptions.FeedBatch));
        Events = new LogEventStore(connection, space, Unary(context, connection.Settings));
        Bulk = new StreamwiseBulkWriter(Events, AppendsAtOnce);
        _readModels = new EmbeddedReadModels(context, space.FileName);
        _projections = ProjectionHost.Over(Subscription, _readModels.OpenTablesAsync, context.Time);
    }

    // Not IdempotentAppend: the server recognizes retries within limits only; see the README.
    public StoreCapabilities Capabilities => StoreCapabilities.GlobalPosition | StoreCapabilities.Persistent | StoreCapabilities.KeepsBytes;

    public IEventStore Events { get; }

    public IBulkWriter Bulk { get; }

    public ICatchUpSubscription Subscription { get; }

    public IProjectionHost Projections => _projections;

    /// <exception cref="StoreUnavailableException">The server cannot be reached or refuses.</exception>
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

    public Task<StoreDescription> DescribeAsync(CancellationToken cancellationToken = default) =>
        LogDescription.ReadAsync(_connection, _context.Options, cancellationToken);

    public async ValueTask DisposeAsync()
    {
        if (_isDisposed)
            return;

        _isDisposed = true;
        await _projections.DisposeAsync();
        await _connection.CloseAsync();
        await _readModels.DisposeAsync();
        if (_namespace.IsNew && !_context.KeepData)
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

    // The client shares one call between appends without separate credentials. An insecure server accepts any credentials.
    private static UserCredentials? Unary(StoreContext context, LogClientSettings settings) =>
        context.Options.Text(LogOptions.Append) == LogOptions.Batch
            ? null
            : settings.DefaultCredentials ?? new UserCredentials("nobody", "nothing");
}
