namespace EventSourcingBench.Conformance;

/// <summary>Appends: expected versions, results, batches.</summary>
public abstract class AppendConformance<TStore> : StoreConformance<TStore>
    where TStore : StoreUnderTest, new()
{
    // Expected -1 is any, 0 is no stream.
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
    public async Task An_append_of_nothing_is_an_argument_error()
    {
        var events = Events;
        await Should.ThrowAsync<ArgumentException>(
            async () => await events.AppendAsync(Sample.NewStream(), ExpectedVersion.Any, [], Limit));
    }

    [Fact]
    public async Task What_was_appended_is_the_stores_own_copy()
    {
        var stream = Sample.NewStream();
        var bytes = "{\"a\":1}"u8.ToArray();
        await AppendAsync(stream, ExpectedVersion.Any, new EventData(Guid.CreateVersion7(), "Copied", bytes));
        bytes.AsSpan().Fill((byte)'x');
        (await ReadAsync(stream)).ShouldHaveSingleItem().ShouldBeSame(
            (await ReadAsync(stream)).Select(e => new EventData(e.Id, "Copied", "{\"a\":1}"u8.ToArray())).Single());
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
