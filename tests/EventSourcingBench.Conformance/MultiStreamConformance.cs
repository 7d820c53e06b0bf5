namespace EventSourcingBench.Conformance;

/// <summary>Appends to several streams in one transaction: all or none, races, retries.</summary>
public abstract class MultiStreamConformance<TStore> : StoreConformance<TStore>, IClassFixture<ClassStore<TStore>>
    where TStore : StoreUnderTest, new()
{
    private const int Racers = 16;

    [Fact]
    public async Task One_wrong_version_refuses_everything()
    {
        var (one, other) = (Sample.NewStream(), Sample.NewStream());
        await AppendAsync(other, ExpectedVersion.NoStream, Sample.Events(2));
        foreach (var wrong in new[] { 0L, 1, 3, 1_000_000 })
        {
            var refused = (await MultiStream.AppendAsync(
                [new(one, ExpectedVersion.NoStream, Sample.Events(2)), new(other, ExpectedVersion.After(wrong), Sample.Events(2))], Limit))
                .ShouldBeOfType<NoneAppended>();
            refused.Stream.ShouldBe(other);
            refused.Conflict.ShouldBe(new WrongExpectedVersion(ExpectedVersion.After(wrong), 2));
        }

        (await ReadAsync(one)).ShouldBeEmpty();
        (await ReadAsync(other)).Count.ShouldBe(2);
    }

    [Fact]
    public async Task Every_stream_gets_its_events_and_single_and_multiple_appends_see_each_other()
    {
        var (one, other) = (Sample.NewStream(), Sample.NewStream());
        for (var round = 0; round < 10; round++)
        {
            await AppendAsync(one, ExpectedVersion.After(3 * round), Sample.Event());
            var appended = (await MultiStream.AppendAsync(
                [new(one, ExpectedVersion.Exactly((3 * round) + 1), Sample.Events(2)), new(other, ExpectedVersion.Any, Sample.Events(4))],
                Limit))
                .ShouldBeOfType<AllAppended>();
            appended.Streams.Select(s => s.StreamVersion).ShouldBe([3 * (round + 1), 4 * (round + 1)]);
            (await ReadAsync(one)).Count.ShouldBe(3 * (round + 1));
            var read = await ReadAsync(other);
            read.Count.ShouldBe(4 * (round + 1));
            appended.Streams[1].Position.ShouldBe(read[^1].Position);
        }
    }

    [Fact]
    public async Task One_of_the_racers_wins_both_streams()
    {
        var (one, other) = (Sample.NewStream(), Sample.NewStream());
        for (var round = 0; round < 10; round++)
        {
            var expected = ExpectedVersion.After(round);
            var results = await AtOnceAsync(Racers, i =>
            {
                StreamAppend[] parts = [new(one, expected, [Sample.Event()]), new(other, expected, [Sample.Event()])];

                // Not all in one order: no two may wait for each other.
                return MultiStream.AppendAsync(i % 2 == 0 ? parts : [parts[1], parts[0]], Limit).AsTask();
            });
            results.OfType<AllAppended>().ShouldHaveSingleItem();
            results.OfType<NoneAppended>().Count().ShouldBe(Racers - 1);
            (await ReadAsync(one)).Count.ShouldBe(round + 1);
            (await ReadAsync(other)).Count.ShouldBe(round + 1);
        }
    }

    [Fact]
    public async Task A_retry_gets_the_answer_of_the_first_time()
    {
        SkipUnless(StoreCapabilities.IdempotentAppend);
        var (one, other) = (Sample.NewStream(), Sample.NewStream());
        StreamAppend[] parts =
            [new(one, ExpectedVersion.NoStream, Sample.Events(2)), new(other, ExpectedVersion.NoStream, Sample.Events(1))];
        var first = (await MultiStream.AppendAsync(parts, Limit)).ShouldBeOfType<AllAppended>();
        await AppendAsync(one, ExpectedVersion.Exactly(2), Sample.Event());
        (await MultiStream.AppendAsync(parts, Limit)).ShouldBeOfType<AllAppended>().Streams.ShouldBe(first.Streams);
        (await ReadAsync(one)).Count.ShouldBe(3);
        (await ReadAsync(other)).Count.ShouldBe(1);
    }

    [Fact]
    public async Task An_event_id_of_another_append_is_an_argument_error_that_appends_nothing()
    {
        SkipUnless(StoreCapabilities.IdempotentAppend);
        var (one, other, third) = (Sample.NewStream(), Sample.NewStream(), Sample.NewStream());
        var (first, second) = (Sample.Event(), Sample.Event());
        (await MultiStream.AppendAsync([new(one, ExpectedVersion.Any, [first]), new(other, ExpectedVersion.Any, [second])], Limit))
            .ShouldBeOfType<AllAppended>();
        await ShouldRefuseAsync(new(one, ExpectedVersion.Any, [first]), new(third, ExpectedVersion.Any, [Sample.Event()]));
        await ShouldRefuseAsync(new(one, ExpectedVersion.Any, [first]), new(other, ExpectedVersion.Any, [second, Sample.Event()]));
        (await ReadAsync(one)).ShouldHaveSingleItem();
        (await ReadAsync(other)).ShouldHaveSingleItem();
        (await ReadAsync(third)).ShouldBeEmpty();
    }

    [Fact]
    public async Task No_part_an_empty_part_a_stream_or_an_event_twice_is_an_argument_error()
    {
        var (stream, twice) = (Sample.NewStream(), Sample.Event());
        await ShouldRefuseAsync();
        await ShouldRefuseAsync(new StreamAppend(stream, ExpectedVersion.Any, []));
        await ShouldRefuseAsync(new(stream, ExpectedVersion.Any, [Sample.Event()]), new(stream, ExpectedVersion.Any, [Sample.Event()]));
        await ShouldRefuseAsync(new(stream, ExpectedVersion.Any, [twice]), new(Sample.NewStream(), ExpectedVersion.Any, [twice]));
        (await ReadAsync(stream)).ShouldBeEmpty();
    }

    private Task ShouldRefuseAsync(params StreamAppend[] parts) =>
        ShouldBeArgumentErrorAsync(MultiStream, async m => await m.AppendAsync(parts, Limit));
}
