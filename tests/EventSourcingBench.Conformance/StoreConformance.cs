namespace EventSourcingBench.Conformance;

/// <summary>A fresh, empty store for each test, and the words that the tests are written in.</summary>
public abstract class StoreConformance<TStore> : IAsyncLifetime
    where TStore : StoreUnderTest, new()
{
    private readonly CancellationTokenSource _limit;
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("conformance-");
    private IStore? _store;
    private StoreContext? _context;

    protected StoreConformance() => _limit = new CancellationTokenSource(Under.Patience);

    protected TStore Under { get; } = new();

    /// <summary>Ends what takes longer than the patience.</summary>
    protected CancellationToken Limit => _limit.Token;

    protected IStore Store => _store ?? throw new InvalidOperationException("The store is not open.");

    protected StoreContext Context => _context ?? throw new InvalidOperationException("The store is not open.");

    // What a store may lack: without it the test is skipped.
    protected IEventStore Events => Needed(Store.Events, "streams");

    protected IMultiStreamWriter MultiStream => Needed(Store.MultiStream, "appends to several streams");

    protected IBulkWriter Bulk => Needed(Store.Bulk, "bulk appends");

    protected IStorageMeter Storage => Needed(Store.Storage, "storage meter");

    protected IDcbEventStore Dcb => Needed(Store.Dcb, "dynamic consistency boundaries");

    protected ICatchUpSubscription Subscription => Needed(Store.Subscription, "catch-up subscription");

    protected IProjectionHost Projections => Needed(Store.Projections, "projections");

    public async ValueTask InitializeAsync()
    {
        _context = new StoreContext
        {
            Namespace = "t" + Guid.NewGuid().ToString("N"),
            DataFolder = _folder.FullName,
            ConnectionString = await Under.ConnectAsync(Limit),
            Options = StoreOptions.Create(Under.Definition.Options, Under.Options),
        };
        _store = await OpenAsync(_context);
    }

    public async ValueTask DisposeAsync()
    {
        if (_store is not null)
            await _store.DisposeAsync();

        _limit.Dispose();
        _folder.Delete(recursive: true);
        GC.SuppressFinalize(this);
    }

    protected Task<IStore> OpenAsync(StoreContext context) => Under.Definition.OpenAsync(context, Limit);

    /// <summary>Closes the test's store and opens it with another context.</summary>
    protected async Task ReopenAsync(StoreContext next)
    {
        await Store.DisposeAsync();
        _store = null;
        _context = next;
        _store = await OpenAsync(next);
    }

    protected async Task<Appended> AppendAsync(StreamId stream, ExpectedVersion expected, params EventData[] events) =>
        (await Events.AppendAsync(stream, expected, events, Limit)).ShouldBeOfType<Appended>();

    protected async Task<WrongExpectedVersion> LoseAsync(StreamId stream, ExpectedVersion expected, params EventData[] events) =>
        (await Events.AppendAsync(stream, expected, events, Limit)).ShouldBeOfType<WrongExpectedVersion>();

    protected ValueTask<List<RecordedEvent>> ReadAsync(StreamId stream) =>
        Events.ReadStreamAsync(stream, cancellationToken: Limit).ToListAsync(Limit);

    protected void SkipUnless(StoreCapabilities capability) =>
        Assert.SkipUnless(Store.Capabilities.HasFlag(capability), $"{Under.Definition.Name} does not promise {capability}.");

    protected void SkipUnlessAny(StoreCapabilities capabilities) => Assert.SkipUnless(
        (Store.Capabilities & capabilities) != StoreCapabilities.None, $"{Under.Definition.Name} promises none of {capabilities}.");

    /// <summary>A store beside the test's, in a separate namespace.</summary>
    protected Task<IStore> OpenOtherAsync() => OpenAsync(Context with { Namespace = "u" + Guid.NewGuid().ToString("N") });

    protected static async Task ShouldBeArgumentErrorAsync(Func<Task> append) => await Should.ThrowAsync<ArgumentException>(append);

    /// <summary>All events of the streams, each contiguous.</summary>
    protected async Task<List<RecordedEvent>> ReadAllAsync(params StreamId[] streams)
    {
        var all = new List<RecordedEvent>();
        foreach (var stream in streams)
        {
            var read = await ReadAsync(stream);
            read.ShouldBeContiguous();
            all.AddRange(read);
        }

        return all;
    }

    /// <summary>Everything of the description is there, and the tier is one that the capabilities allow.</summary>
    protected async Task DescriptionShouldBeCompleteAsync()
    {
        var description = await Store.DescribeAsync(Limit);
        new[] { description.ServerVersion, description.ClientVersion, description.DurabilityReason, description.Mechanism }
            .ShouldAllBe(text => !string.IsNullOrWhiteSpace(text));
        Enum.IsDefined(description.Durability).ShouldBeTrue();
        description.Settings.ShouldAllBe(s => s.Name.Length > 0 && s.Value.Length > 0);
        description.Settings.Select(s => s.Name).Distinct().Count().ShouldBe(description.Settings.Count);
        (description.Durability == DurabilityTier.Volatile).ShouldBe(!Store.Capabilities.HasFlag(StoreCapabilities.Persistent));
    }

    private T Needed<T>(T? capability, string name)
        where T : class
    {
        Assert.SkipWhen(capability is null, $"{Under.Definition.Name} has no {name}.");
        return capability!;
    }
}
