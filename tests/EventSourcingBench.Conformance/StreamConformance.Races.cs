namespace EventSourcingBench.Conformance;

// Concurrent appends: one winner of a race, no conflict where no version is expected.
public abstract partial class StreamConformance<TStore>
{
    private const int Racers = 16;
    private const int Rounds = 10;

    [Fact]
    public async Task One_of_the_racers_for_a_version_wins()
    {
        var streams = new[] { (Batch: 1, Id: Sample.NewStream()), (Batch: 3, Id: Sample.NewStream()) };
        for (var round = 0; round < 2 * Rounds; round++)
        {
            // The first round is for a stream that does not exist.
            var (batch, stream) = streams[round % 2];
            long before = round / 2 * batch;
            var racers = Enumerable.Range(0, Racers).Select(_ => Sample.Events(batch)).ToArray();
            var results = await AtOnceAsync(
                Racers, i => Events.AppendAsync(stream, ExpectedVersion.After(before), racers[i], Limit).AsTask());

            results.OfType<Appended>().ShouldHaveSingleItem().StreamVersion.ShouldBe(before + batch);
            results.OfType<WrongExpectedVersion>().Count().ShouldBe(Racers - 1);
            results.OfType<WrongExpectedVersion>().ShouldAllBe(lost => lost.ActualVersion == before + batch);
            var winner = racers[Array.FindIndex(results, r => r is Appended)];
            var read = await ReadAsync(stream);
            read.Skip((int)before).Select(e => e.Id).ShouldBe(winner.Select(e => e.Id));
        }
    }

    [Fact]
    public async Task An_append_that_expects_any_version_never_conflicts()
    {
        var stream = Sample.NewStream();
        var appends = await AtOnceAsync(Racers, async _ =>
        {
            var own = new List<(Appended Result, EventData[] Events)>();
            for (var i = 0; i < 10; i++)
            {
                var events = Sample.Events(i % 2 == 0 ? 1 : 4);
                own.Add((await AppendAsync(stream, ExpectedVersion.Any, events), events));
            }

            return own;
        });

        var read = await ReadAsync(stream);
        read.Count.ShouldBe(Racers * 5 * (1 + 4));
        foreach (var (result, events) in appends.SelectMany(own => own))
        {
            read.Skip((int)result.StreamVersion - events.Length).Take(events.Length).Select(e => e.Id)
                .ShouldBe(events.Select(e => e.Id));
        }
    }

    [Fact]
    public async Task A_lost_race_and_a_callers_mistake_do_not_touch_the_appends_beside_them()
    {
        var (contended, mistaken, used) = (Sample.NewStream(), Sample.NewStream(), Sample.Event());
        await AppendAsync(contended, ExpectedVersion.NoStream, used);
        var mistake = Task.Run(() => Events.AppendAsync(mistaken, ExpectedVersion.NoStream, [Sample.Event(), used], Limit).AsTask());
        var results = await AtOnceAsync(64, i => Events.AppendAsync(
            i % 2 == 0 ? contended : Sample.NewStream(), ExpectedVersion.NoStream, Sample.Events(2), Limit).AsTask());

        results.Where((_, i) => i % 2 == 0).ShouldAllBe(r => r is WrongExpectedVersion);
        results.Where((_, i) => i % 2 == 1).ShouldAllBe(r => r is Appended);
        (await ReadAsync(contended)).ShouldHaveSingleItem();
        var isRefused = Store.Capabilities.HasFlag(StoreCapabilities.IdempotentAppend) && Under.FindsEveryEventId;
        await (isRefused ? Should.ThrowAsync<ArgumentException>(mistake) : (Task)mistake);
        (await ReadAsync(mistaken)).Count.ShouldBe(isRefused ? 0 : 2);
    }
}
