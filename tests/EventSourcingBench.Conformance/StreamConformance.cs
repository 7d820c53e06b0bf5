namespace EventSourcingBench.Conformance;

/// <summary>Streams: appends with their expected versions and results, races, retries, reads.</summary>
public abstract partial class StreamConformance<TStore> : StoreConformance<TStore>, IClassFixture<ClassStore<TStore>>
    where TStore : StoreUnderTest, new()
{
    // How many events there are, the expected version, and whether it succeeds; null is any version.
    [Fact]
    public async Task The_expected_version_decides_and_a_refusal_leaves_nothing()
    {
        (int Existing, long? Expected, bool Succeeds)[] all =
        [
            (0, null, true), (0, 0, true), (0, 1, false), (0, 7, false), (3, null, true), (3, 0, false), (3, 1, false), (3, 2, false),
            (3, 3, true), (3, 4, false), (3, 1_000_000_000_000, false),
        ];
        foreach (var (existing, expected, succeeds) in all)
        {
            var stream = Sample.NewStream();
            var before = Sample.Events(existing);
            if (existing > 0)
                await AppendAsync(stream, ExpectedVersion.NoStream, before);

            var expectation = expected is { } version ? ExpectedVersion.After(version) : ExpectedVersion.Any;
            if (!succeeds)
            {
                (await LoseAsync(stream, expectation, Sample.Event())).ShouldBe(new WrongExpectedVersion(expectation, existing));
                (await LoseAsync(stream, expectation, Sample.Events(10))).ShouldBe(new WrongExpectedVersion(expectation, existing));
                (await ReadAsync(stream)).Select(e => e.Id).ShouldBe(before.Select(e => e.Id));
                expectation = ExpectedVersion.After(existing);
            }

            (await AppendAsync(stream, expectation, Sample.Event())).StreamVersion.ShouldBe(existing + 1, $"{expected} after {existing}");
            (await ReadAsync(stream)).Count.ShouldBe(existing + 1);
        }
    }

    [Fact]
    public async Task Case_matters_in_the_names_of_streams()
    {
        var name = Sample.NewStream().Value;
        var upper = new StreamId(name + "A");
        await AppendAsync(new StreamId(name + "a"), ExpectedVersion.NoStream, Sample.Event());
        (await ReadAsync(upper)).ShouldBeEmpty();
        (await AppendAsync(upper, ExpectedVersion.NoStream, Sample.Event())).StreamVersion.ShouldBe(1);
    }

    [Fact]
    public async Task The_result_has_the_position_of_the_last_event()
    {
        SkipUnless(StoreCapabilities.GlobalPosition);
        var stream = Sample.NewStream();
        var first = await AppendAsync(stream, ExpectedVersion.Any, Sample.Events(3));
        var second = await AppendAsync(stream, ExpectedVersion.Any, Sample.Event());
        var read = await ReadAsync(stream);
        first.Position.ShouldNotBeNull();
        first.Position.ShouldBe(read[2].Position);
        second.Position.ShouldBe(read[3].Position);
        read.Zip(read.Skip(1)).ShouldAllBe(pair => pair.First.Position < pair.Second.Position);
    }

    [Fact]
    public async Task No_event_and_an_event_twice_are_argument_errors_that_append_nothing()
    {
        var (stream, twice) = (Sample.NewStream(), Sample.Event());
        await ShouldRefuseAsync(stream);
        await ShouldRefuseAsync(stream, twice, Sample.Event(), twice);
        (await ReadAsync(stream)).ShouldBeEmpty();
    }

    [Fact]
    public async Task What_was_appended_is_the_stores_own_copy()
    {
        var stream = Sample.NewStream();
        var bytes = "{\"a\":1}"u8.ToArray();
        await AppendAsync(stream, ExpectedVersion.Any, new EventData(Guid.CreateVersion7(), "Copied", bytes));
        bytes.AsSpan().Fill((byte)'x');
        var read = (await ReadAsync(stream)).ShouldHaveSingleItem();
        read.ShouldBeSame(new EventData(read.Id, "Copied", "{\"a\":1}"u8.ToArray()));
    }

    [Fact]
    public async Task A_cancelled_caller_stops_waiting()
    {
        var stream = Sample.NewStream();
        var events = Events;
        await Should.ThrowAsync<OperationCanceledException>(
            async () => await events.AppendAsync(stream, ExpectedVersion.Any, [Sample.Event()], new CancellationToken(canceled: true)));
        (await AppendAsync(Sample.NewStream(), ExpectedVersion.NoStream, Sample.Event())).StreamVersion.ShouldBe(1);
    }
}
