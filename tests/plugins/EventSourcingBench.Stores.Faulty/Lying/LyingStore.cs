namespace EventSourcingBench.Stores.Faulty.Lying;

/// <summary>An open store that offers the parts of its lie.</summary>
internal sealed class LyingStore : IStore
{
    private readonly Lie _lie;
    private readonly StoreContext _context;
    private readonly HonestLog _log;
    private readonly MemoryDcbStore _dcb = new();
    private readonly CancellationTokenSource _closed = new();
    private readonly ConcurrentDictionary<string, Task<LyingTables>> _models = new(StringComparer.Ordinal);
    private readonly Behaviour _behaviour;
    private readonly ProjectionHost? _projections;
    private readonly LyingProjections? _rebuilding;
    private bool _disposed;

    public LyingStore(Lie lie, StoreContext context)
    {
        (_lie, _context) = (lie, context);
        _log = new HonestLog(context.Time, IsPersistent ? Open<StoredEvent[]>("events") : null, lie.Replay);
        var rate = lie.Rate == 0 ? 1 : (int)context.Options.Integer(Lie.RateOption);
        _behaviour = lie.Make(new LieContext(context, _log, _dcb, rate, _closed.Token));
        if (lie.Parts.HasFlag(LieParts.Dcb))
        {
            Dcb = new LyingDcb(_dcb, _behaviour);
            return;
        }

        var events = new LyingEvents(_log, _behaviour);
        Events = events;
        Bulk = lie.Parts.HasFlag(LieParts.Bulk) ? events : null;
        MultiStream = lie.Parts.HasFlag(LieParts.Aggregates) ? events : null;
        Subscription = new LyingSubscription(_log.Subscription, _behaviour);
        _projections = ProjectionHost.Over(_behaviour.ProjectionsAreRight ? _log.Subscription : Subscription, OpenTablesAsync);
        _rebuilding = _behaviour.Rebuild is { } rebuild ? new LyingProjections(_projections, rebuild) : null;
    }

    public StoreCapabilities Capabilities =>
        StoreCapabilities.IdempotentAppend | StoreCapabilities.GlobalPosition | StoreCapabilities.KeepsBytes
        | (IsPersistent ? StoreCapabilities.Persistent : StoreCapabilities.None);

    public IEventStore? Events { get; }

    public IBulkWriter? Bulk { get; }

    public IMultiStreamWriter? MultiStream { get; }

    public ICatchUpSubscription? Subscription { get; }

    public IProjectionHost? Projections => _rebuilding ?? (IProjectionHost?)_projections;

    public IDcbEventStore? Dcb { get; }

    private bool IsPersistent => _lie.Parts.HasFlag(LieParts.Persistent);

    // A store with a server quotes its connection string wherever it can: that is its lie.
    public Task<StoreDescription> DescribeAsync(CancellationToken cancellationToken = default) => Task.FromResult(new StoreDescription
    {
        ServerVersion = $".NET {Environment.Version}",
        ClientVersion = $".NET {Environment.Version}",
        Durability = _lie.Tier,
        Reads = _lie.Reads,
        DurabilityReason = $"What this test store claims: {_lie.Tier}." + _context.ConnectionString,
        Settings = _context.ConnectionString is { } connection ? [new EffectiveSetting("connection", connection)] : [],
        Mechanism = $"Lists in memory{(IsPersistent ? " and a journal in a file" : "")}. For tests: {_lie.Name}.",
    });

    public async ValueTask DisposeAsync()
    {
        if (_disposed)
            return;

        _disposed = true;
        await _closed.CancelAsync();
        await (_projections?.DisposeAsync() ?? ValueTask.CompletedTask);
        _log.Dispose();
        await _dcb.DisposeAsync();
        foreach (var model in _models.Values)
            (await model).Close();

        _closed.Dispose();
        if (IsPersistent && !_context.KeepData)
        {
            foreach (var file in Directory.EnumerateFiles(_context.DataFolder, FileOf("*")))
                File.Delete(file);
        }
    }

    private async Task<IReadModelTables> OpenTablesAsync(string name, CancellationToken cancellationToken)
    {
        var tables = await _models.GetOrAdd(
            name, n => LyingTables.OpenAsync(IsPersistent ? Open<SavedRows>("model-" + n) : null, _behaviour, _context.Time));
        await tables.StartAsync(cancellationToken);
        return tables;
    }

    private Journal<T> Open<T>(string name) => new(Path.Combine(_context.DataFolder, FileOf(name)), _context.Time, _lie.Late);

    private string FileOf(string name) => $"{_context.Namespace}-{name}.jsonl";
}
