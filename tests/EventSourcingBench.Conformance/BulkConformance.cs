namespace EventSourcingBench.Conformance;

/// <summary>Many events of many streams by one call: order, atomicity, company of other appends, retries; their storage.</summary>
public abstract class BulkConformance<TStore> : StoreConformance<TStore>, IClassFixture<ClassStore<TStore>>
    where TStore : StoreUnderTest, new()
{
    private const int Streams = 7;

    [Fact]
    public async Task Every_stream_gets_its_events_in_order()
    {
        foreach (var count in new[] { 1, 10, 5_000 })
        {
            var streams = NewStreams();
            await AppendAsync(streams[0], ExpectedVersion.NoStream, Sample.Events(2));
            var events = Spread(streams, count);
            await Bulk.AppendAsync(events, Limit);
            foreach (var stream in streams)
            {
                var read = await ReadAsync(stream);
                var own = stream == streams[0] ? read.Skip(2).ToList() : read;
                own.Select(e => e.Id).ShouldBe(events.Where(e => e.Stream == stream).Select(e => e.Event.Id));
            }
        }
    }

    // More than any store writes at a time, and some larger than the buffers of all.
    [Fact]
    public async Task Events_of_any_size_keep_type_data_and_metadata()
    {
        var stream = Sample.NewStream();
        EventData[] events = [.. Enumerable.Range(0, 200).Select(i => Sample.Event() with
        {
            Type = $"Type{i % 5}",
            Data = Json(i switch { 66 => 1_000_000, 33 => 65_000, _ when i % 10 == 0 => 40_000, _ => i }),
            Metadata = i % 3 == 0 ? Json(i == 66 ? 500_000 : i) : default,
        })];
        await Bulk.AppendAsync([.. events.Select(e => new BulkEvent(stream, e))], Limit);
        (await ReadAsync(stream)).ShouldBeSame(events, Store.Capabilities);

        static byte[] Json(int length) => Encoding.UTF8.GetBytes($"\"{new string((char)('a' + (length % 26)), length)}\"");
    }

    [Fact]
    public async Task The_subscription_delivers_them_in_the_order_of_each_stream()
    {
        var streams = NewStreams();
        var events = Spread(streams, 1_000);
        var after = Sample.Event();
        await Bulk.AppendAsync(events, Limit);
        await AppendAsync(streams[0], ExpectedVersion.Any, after);
        var delivered = await Subscription.SubscribeAsync(Checkpoint.Start, Limit).SelectMany(b => b.Events)
            .Where(e => streams.Contains(e.Stream)).Take(1_001).ToListAsync(Limit);
        delivered[^1].Id.ShouldBe(after.Id);
        foreach (var stream in streams)
            delivered.Where(e => e.Stream == stream).ToList().ShouldBeContiguous();
    }

    [Fact]
    public async Task Bulk_and_single_appends_at_the_same_time_leave_contiguous_streams()
    {
        var streams = NewStreams();
        var bulks = AtOnceAsync(4, async _ =>
        {
            for (var round = 0; round < 5; round++)
                await Bulk.AppendAsync(Spread(streams, 70), Limit);
        });
        var singles = AtOnceAsync(4, async n =>
        {
            for (var round = 0; round < 20; round++)
                await AppendAsync(streams[n], ExpectedVersion.Any, Sample.Event());
        });
        await Task.WhenAll(bulks, singles);
        var read = await ReadAllAsync(streams);
        read.Select(e => e.Id).ShouldBeUnique();
        read.Count.ShouldBe((4 * 5 * 70) + (4 * 20));
    }

    [Fact]
    public async Task A_retry_appends_nothing()
    {
        SkipUnless(StoreCapabilities.IdempotentAppend);
        foreach (var count in new[] { 50, 400 })
        {
            var streams = NewStreams();
            var events = Spread(streams, count);
            await Bulk.AppendAsync(events, Limit);
            await AppendAsync(streams[1], ExpectedVersion.Any, Sample.Event());
            await Bulk.AppendAsync(events, Limit);
            var read = await ReadAllAsync(streams);
            read.Count.ShouldBe(count + 1);
            read.Select(e => e.Id).ShouldBeUnique();
        }
    }

    [Fact]
    public async Task An_event_id_of_another_append_is_an_argument_error_that_appends_nothing()
    {
        SkipUnless(StoreCapabilities.IdempotentAppend);
        Assert.SkipUnless(Bulk.Atomicity == BulkAtomicity.Call, $"{Under.Definition.Name} appends each stream by itself.");
        var (stream, other) = (Sample.NewStream(), Sample.NewStream());
        var known = Sample.Event();
        var (many, ofOther) = (Spread(NewStreams(), 400), Spread([.. Enumerable.Repeat(other, Streams)], 1_000));
        await AppendAsync(stream, ExpectedVersion.Any, known);
        await Bulk.AppendAsync(many, Limit);
        await ShouldRefuseAsync([.. ofOther, many[7]]);
        await ShouldRefuseAsync([.. many.Select(e => e with { Stream = other })]);
        await ShouldRefuseAsync([new(other, known)]);
        await ShouldRefuseAsync([new(other, Sample.Event()), new(stream, known)]);
        (await ReadAsync(stream)).ShouldHaveSingleItem();
        (await ReadAsync(other)).ShouldBeEmpty();

        // What was refused for its company leaves no trace, and is appended without it.
        await Bulk.AppendAsync(ofOther, Limit);
        (await ReadAsync(other)).Count.ShouldBe(1_000);
    }

    [Fact]
    public async Task No_event_and_an_event_twice_are_argument_errors_that_append_nothing()
    {
        var stream = Sample.NewStream();
        var twice = Sample.Event();
        await ShouldRefuseAsync([]);
        await ShouldRefuseAsync([new(stream, Sample.Event()), new(stream, twice), new(Sample.NewStream(), twice)]);
        (await ReadAsync(stream)).ShouldBeEmpty();
    }

    [Fact]
    public async Task The_storage_meter_sees_the_growth()
    {
        // Without one of them the test is skipped.
        _ = (Storage, Bulk);
        // An empty one: files of a store that has appended before may have room left.
        await using var empty = await OpenOtherAsync();
        var before = await empty.Storage!.ReadAsync(Limit);
        var events = Spread(NewStreams(), 5_000);
        await empty.Bulk!.AppendAsync(events, Limit);
        var after = await empty.Storage!.ReadAsync(Limit);
        var payload = events.Sum(e => (long)e.Event.Data.Length);
        (after.DataBytes - before.DataBytes).ShouldBeGreaterThan(payload / 2);
        ((after.WrittenBytes - before.WrittenBytes) ?? long.MaxValue).ShouldBeGreaterThan(payload / 2);
    }

    private Task ShouldRefuseAsync(BulkEvent[] events) => ShouldBeArgumentErrorAsync(Bulk, async b => await b.AppendAsync(events, Limit));

    private async Task<List<RecordedEvent>> ReadAllAsync(StreamId[] streams)
    {
        var all = new List<RecordedEvent>();
        foreach (var stream in streams)
            all.AddRange(await ReadAsync(stream));

        return all;
    }

    private static StreamId[] NewStreams() => [.. Enumerable.Range(0, Streams).Select(_ => Sample.NewStream())];

    private static List<BulkEvent> Spread(StreamId[] streams, int count) =>
        [.. Sample.Events(count).Select((e, i) => new BulkEvent(streams[i * i % Streams], e))];
}
