namespace EventSourcingBench.Conformance;

/// <summary>A fresh, empty store for each test, or one for all tests of a class that has a <see cref="ClassStore{TStore}"/>, and the words
/// that the tests are written in.</summary>
public abstract class StoreConformance<TStore>() : LimitedTest((int)new TStore().Patience.TotalSeconds)
    where TStore : StoreUnderTest, new()
{
    private ClassStore<TStore>? _own;

    protected TStore Under { get; } = new();

    protected IStore Store { get; private set; } = null!;

    protected StoreContext Context { get; private set; } = null!;

    // What a store may lack: without it the test is skipped.
    protected IEventStore Events => Needed(Store.Events, "streams");

    protected IMultiStreamWriter MultiStream => Needed(Store.MultiStream, "appends to several streams");

    protected IBulkWriter Bulk => Needed(Store.Bulk, "bulk appends");

    protected IOpenAppends OpenAppends => Needed(Store.OpenAppends, "appends whose transactions stay open");

    protected IStorageMeter Storage => Needed(Store.Storage, "storage meter");

    protected IDcbEventStore Dcb => Needed(Store.Dcb, "dynamic consistency boundaries");

    protected ICatchUpSubscription Subscription => Needed(Store.Subscription, "catch-up subscription");

    protected IProjectionHost Projections => Needed(Store.Projections, "projections");

    public override async ValueTask InitializeAsync()
    {
        var store = await TestContext.Current.GetFixture<ClassStore<TStore>>() ?? (_own = new());
        (Context, Store) = await store.OpenAsync(Under, Limit);
    }

    protected override async ValueTask EndAsync()
    {
        if (_own is null)
            return;

        // A skipped test has no store.
        if (Store is not null)
            await Store.DisposeAsync();

        await _own.DisposeAsync();
    }

    protected Task<IStore> OpenAsync(StoreContext context) => Under.Definition.OpenAsync(context, Limit);

    /// <summary>Closes the test's store and opens it with another context.</summary>
    protected async Task ReopenAsync(StoreContext next)
    {
        await Store.DisposeAsync();
        Context = next;
        Store = await OpenAsync(next);
    }

    protected async Task<Appended> AppendAsync(StreamId stream, ExpectedVersion expected, params EventData[] events) =>
        (await Events.AppendAsync(stream, expected, events, Limit)).ShouldBeOfType<Appended>();

    protected async Task<WrongExpectedVersion> LoseAsync(StreamId stream, ExpectedVersion expected, params EventData[] events) =>
        (await Events.AppendAsync(stream, expected, events, Limit)).ShouldBeOfType<WrongExpectedVersion>();

    /// <summary>All events of a stream, whose versions must be contiguous.</summary>
    protected async ValueTask<List<RecordedEvent>> ReadAsync(StreamId stream)
    {
        var read = await Events.ReadStreamAsync(stream, cancellationToken: Limit).ToListAsync(Limit);
        read.ShouldBeContiguous();
        return read;
    }

    protected void SkipUnless(StoreCapabilities capabilities) => Assert.SkipUnless(
        (Store.Capabilities & capabilities) != StoreCapabilities.None, $"{Under.Definition.Name} promises none of {capabilities}.");

    /// <summary>A store beside the test's, in a separate namespace.</summary>
    protected Task<IStore> OpenOtherAsync() => OpenAsync(Context with { Namespace = "u" + Guid.NewGuid().ToString("N") });

    // The part comes first, so that a store without it skips the test.
    protected static Task ShouldBeArgumentErrorAsync<T>(T part, Func<T, Task> append) =>
        Should.ThrowAsync<ArgumentException>(() => append(part));

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
