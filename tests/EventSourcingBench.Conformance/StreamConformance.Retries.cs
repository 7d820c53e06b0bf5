namespace EventSourcingBench.Conformance;

// Retries with the same event ids, where the store promises that they append nothing twice.
public abstract partial class StreamConformance<TStore>
{
    [Fact]
    public async Task A_retry_gets_the_answer_of_the_first_time()
    {
        SkipUnless(StoreCapabilities.IdempotentAppend);
        foreach (var (count, expected) in new (int, long?)[] { (1, null), (1, 0), (4, null), (4, 0), (3, 2) })
        {
            var stream = Sample.NewStream();
            var events = Sample.Events(count);
            var expectation = expected is { } version ? ExpectedVersion.After(version) : ExpectedVersion.Any;
            var before = Sample.Events((int)(expected ?? 0));
            if (before.Length > 0)
                await AppendAsync(stream, ExpectedVersion.NoStream, before);

            var first = await AppendAsync(stream, expectation, events);
            (await AppendAsync(stream, expectation, events)).ShouldBe(first);
            var others = Sample.Events(4);
            await AppendAsync(stream, ExpectedVersion.Exactly(first.StreamVersion), others);
            foreach (var again in new[] { expectation, ExpectedVersion.Any, ExpectedVersion.Exactly(77) })
                (await AppendAsync(stream, again, events)).ShouldBe(first);

            (await ReadAsync(stream)).Select(e => e.Id).ShouldBe(before.Concat(events).Concat(others).Select(e => e.Id));
        }
    }

    [Fact]
    public async Task Retries_at_the_same_time_append_once()
    {
        SkipUnless(StoreCapabilities.IdempotentAppend);
        foreach (var (expected, count) in
            from expected in new[] { ExpectedVersion.Any, ExpectedVersion.NoStream } from count in new[] { 1, 3 } select (expected, count))
        {
            var stream = Sample.NewStream();
            var events = Sample.Events(count);
            var results = await AtOnceAsync(8, _ => AppendAsync(stream, expected, events));
            results.Distinct().ShouldHaveSingleItem().StreamVersion.ShouldBe(count);
            (await ReadAsync(stream)).Count.ShouldBe(count);
        }
    }

    [Fact]
    public async Task A_retry_with_another_event_in_it_is_an_argument_error_that_appends_nothing()
    {
        SkipUnless(StoreCapabilities.IdempotentAppend);
        var stream = Sample.NewStream();
        var events = Sample.Events(2);
        await AppendAsync(stream, ExpectedVersion.Any, events);
        await ShouldRefuseAsync(stream, [.. events, Sample.Event()]);
        await ShouldRefuseAsync(stream, events[0], Sample.Event());
        await AppendAsync(stream, ExpectedVersion.Any, Sample.Event());
        await ShouldRefuseAsync(stream, [.. events, Sample.Event()]);
        (await ReadAsync(stream)).Count.ShouldBe(3);
    }

    [Fact]
    public async Task An_event_id_of_another_append_is_an_argument_error_that_appends_nothing()
    {
        SkipUnless(StoreCapabilities.IdempotentAppend);
        Assert.SkipUnless(
            Under.FindsEveryEventId, $"{Under.Definition.Name} knows only the id of the first event of an append, in its stream.");
        var (stream, other) = (Sample.NewStream(), Sample.NewStream());
        var events = Sample.Events(3);
        await AppendAsync(stream, ExpectedVersion.Any, events);
        await ShouldRefuseAsync(other, events[0]);
        await ShouldRefuseAsync(stream, events[0], Sample.Event(), events[2]);
        await ShouldRefuseAsync(other, Sample.Event(), events[1]);
        await ShouldRefuseAsync(stream, Sample.Event(), events[1]);
        await ShouldRefuseAsync(stream, events[1], events[0]);
        (await ReadAsync(stream)).Select(e => e.Id).ShouldBe(events.Select(e => e.Id));
        (await ReadAsync(other)).ShouldBeEmpty();
    }

    private Task ShouldRefuseAsync(StreamId stream, params EventData[] events) =>
        ShouldBeArgumentErrorAsync(Events, async e => await e.AppendAsync(stream, ExpectedVersion.Any, events, Limit));
}
