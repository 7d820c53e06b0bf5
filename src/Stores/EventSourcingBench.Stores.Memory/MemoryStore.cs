namespace EventSourcingBench.Stores.Memory;

/// <summary>All data in lists of this process. It is lost when the store is disposed.</summary>
internal sealed class MemoryStore : IStore
{
    private readonly PreciseDelay? _delay;
    private readonly PreciseDelay? _delivery;
    private readonly MemoryEvents _events;
    private readonly ProjectionHost _projections;
    private readonly EffectiveSetting[] _settings;

    public MemoryStore(StoreContext context)
    {
        var (time, options) = (context.Time, context.Options);
        var (delay, deliveryDelay) = (options.Duration(MemoryStorePlugin.Delay), options.Duration(MemoryStorePlugin.DeliveryDelay));
        _settings = [Setting(MemoryStorePlugin.Delay, delay), Setting(MemoryStorePlugin.DeliveryDelay, deliveryDelay)];
        _delay = delay > TimeSpan.Zero ? new PreciseDelay(delay) : null;
        _delivery = deliveryDelay > TimeSpan.Zero ? new PreciseDelay(deliveryDelay) : null;
        _events = new MemoryEvents(time, _delay, _delivery);
        var models = new ConcurrentDictionary<string, MemoryReadModel>(StringComparer.Ordinal);
        _projections = ProjectionHost.Over(
            _events, (name, _) => Task.FromResult<IReadModelTables>(models.GetOrAdd(name, _ => new MemoryReadModel(time))));
    }

    public StoreCapabilities Capabilities =>
        StoreCapabilities.IdempotentAppend | StoreCapabilities.GlobalPosition | StoreCapabilities.KeepsBytes
        | StoreCapabilities.PositionCheckpoints;

    public IEventStore Events => _events;

    public IBulkWriter Bulk => _events;

    public ICatchUpSubscription Subscription => _events;

    public IProjectionHost Projections => _projections;

    public Task<StoreDescription> DescribeAsync(CancellationToken cancellationToken = default) => MemoryDcbStore.DescribeAsync(
        "Appends to lists under one lock; each append wakes subscriptions; read model and checkpoint change under one lock.", _settings);

    public async ValueTask DisposeAsync()
    {
        _delay?.Dispose();
        _delivery?.Dispose();
        await _projections.DisposeAsync();
        _events.Close();
    }

    private static EffectiveSetting Setting(string name, TimeSpan value) =>
        new(name, string.Create(CultureInfo.InvariantCulture, $"{value.TotalMilliseconds:0.###}ms"), FromServer: false);
}
