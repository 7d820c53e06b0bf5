namespace EventSourcingBench.Conformance;

public abstract partial class StreamConformance<TStore>
{
    [Fact]
    public async Task From_a_version_and_at_most_so_many()
    {
        var stream = Sample.NewStream();
        await AppendAsync(stream, ExpectedVersion.NoStream, Sample.Events(10));
        (long From, long MaxCount, long First, int Count)[] all =
        [
            (1, long.MaxValue, 1, 10), (1, 1, 1, 1), (1, 4, 1, 4), (4, 3, 4, 3), (4, 100, 4, 7), (10, long.MaxValue, 10, 1),
            (11, long.MaxValue, 11, 0), (5_000_000_000, 5, 0, 0),
        ];
        foreach (var (from, maxCount, first, count) in all)
        {
            var read = await Events.ReadStreamAsync(stream, from, maxCount, Limit).ToListAsync(Limit);
            read.Count.ShouldBe(count, $"{maxCount} from {from}");
            read.ShouldBeContiguous(first);
        }
    }

    [Fact]
    public async Task An_event_comes_back_as_it_was_given()
    {
        var before = DateTimeOffset.UtcNow;
        var stream = Sample.NewStream();
        var metadata = Encoding.UTF8.GetBytes("""{"correlation":"Größe ✓ 𝔘","causation":null}""");
        var plain = new EventData(
            Guid.NewGuid(), "Plain", Encoding.UTF8.GetBytes("""{"b":[true, null],"a":1.5,"c":{"d":"日本語 🐘 \u0022"}}"""));
        var annotated = new EventData(Guid.NewGuid(), new string('T', 100), "{}"u8.ToArray()) { Metadata = metadata };
        await AppendAsync(stream, ExpectedVersion.NoStream, plain, annotated);

        var read = await ReadAsync(stream);
        read.ShouldBeSame([plain, annotated], Store.Capabilities);
        read[0].Metadata.IsEmpty.ShouldBeTrue();
        read.ShouldAllBe(e => e.Stream == stream);
        read.ShouldAllBe(e => e.RecordedAt.Offset == TimeSpan.Zero);
        read.ShouldAllBe(e => e.RecordedAt > before.AddMinutes(-10) && e.RecordedAt < before.AddMinutes(10));
        read.ShouldAllBe(e => e.Position.HasValue == Store.Capabilities.HasFlag(StoreCapabilities.GlobalPosition));
    }

    [Fact]
    public async Task Big_events_come_back_whole()
    {
        var stream = Sample.NewStream();
        var events = Enumerable.Range(0, 8).Select(i => new EventData(
            Guid.CreateVersion7(),
            "Big",
            JsonSerializer.SerializeToUtf8Bytes(new { text = new string((char)('a' + i), 200_000) }))).ToArray();
        await AppendAsync(stream, ExpectedVersion.NoStream, events);
        (await ReadAsync(stream)).ShouldBeSame(events);
    }

    [Fact]
    public async Task Streams_may_have_the_longest_name_and_every_character()
    {
        const string Everything = "azAZ09-_.:";
        var name = Everything + new string('x', StreamId.MaxLength - Everything.Length - 1);
        var (one, other) = (new StreamId(name + "1"), new StreamId(name + "2"));
        await AppendAsync(one, ExpectedVersion.NoStream, Sample.Event());
        await AppendAsync(other, ExpectedVersion.NoStream, Sample.Events(2));
        (await ReadAsync(one)).ShouldHaveSingleItem().Stream.ShouldBe(one);
        (await ReadAsync(other)).Count.ShouldBe(2);
    }

    [Fact]
    public async Task Many_events_stream_until_the_read_is_cancelled()
    {
        var stream = Sample.NewStream();
        var events = Sample.Events(5000);
        foreach (var chunk in events.Chunk(1000))
            await AppendAsync(stream, ExpectedVersion.Any, chunk);

        var read = await ReadAsync(stream);
        read.Select(e => e.Id).ShouldBe(events.Select(e => e.Id));

        using var cancel = new CancellationTokenSource();
        await Should.ThrowAsync<OperationCanceledException>(async () =>
        {
            await foreach (var _ in Events.ReadStreamAsync(stream, cancellationToken: cancel.Token))
                await cancel.CancelAsync();
        });
    }

    [Fact]
    public async Task A_reader_may_leave_early_and_write_between()
    {
        var stream = Sample.NewStream();
        await AppendAsync(stream, ExpectedVersion.NoStream, Sample.Events(1500));
        for (var round = 0; round < 20; round++)
        {
            await foreach (var recorded in Events.ReadStreamAsync(stream, cancellationToken: Limit))
            {
                await AppendAsync(Sample.NewStream(), ExpectedVersion.Any, Sample.Event());
                if (recorded.Version == 3)
                    break;
            }
        }

        (await ReadAsync(stream)).Count.ShouldBe(1500);
    }

    [Fact]
    public async Task What_was_acknowledged_is_read_while_others_write()
    {
        await AtOnceAsync(8, async _ =>
        {
            var stream = Sample.NewStream();
            for (var version = 1; version <= 15; version++)
            {
                await AppendAsync(stream, ExpectedVersion.After(version - 1), Sample.Event());
                (await ReadAsync(stream)).Count.ShouldBe(version);
            }
        });
    }

    [Fact]
    public async Task A_stream_is_whole_up_to_some_version_while_others_append_to_it()
    {
        var stream = Sample.NewStream();
        var writing = AtOnceAsync(4, async _ =>
        {
            for (var i = 0; i < 25; i++)
                await AppendAsync(stream, ExpectedVersion.Any, Sample.Event());
        });
        var reading = AtOnceAsync(2, async _ =>
        {
            for (var count = 0; !writing.IsCompleted;)
            {
                var read = await ReadAsync(stream);
                read.Count.ShouldBeGreaterThanOrEqualTo(count);
                count = read.Count;

                // A store in the process may read without waiting for anything: the writers need the threads of the pool too.
                await Task.Delay(1, Limit);
            }
        });
        await Task.WhenAll(writing, reading);
    }
}
