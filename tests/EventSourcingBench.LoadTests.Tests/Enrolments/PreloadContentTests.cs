namespace EventSourcingBench.LoadTests.Tests;

public sealed class PreloadContentTests
{
    private static readonly EventIds Ids = new(DateTimeOffset.UnixEpoch, key: 3);

    [Theory]
    [InlineData(1, 250)]
    [InlineData(2, 250 + 200)]
    public void Each_number_has_the_stream_and_the_hash_of_its_event_and_what_is_not_sent_is_not_marked(int eventsOfJoining, int events)
    {
        var content = new PreloadContent(Ids, operations: 250, eventsOfJoining);
        var keys = content.Keys.ToList();
        keys.Count.ShouldBe(20 + 20 + 10);
        for (var n = 0L; n < 250; n++)
        {
            var (happened, number) = (EnrolmentPreload.EventAt(n), n * eventsOfJoining);
            var (first, second, _) = EnrolmentKeys.Of(happened);
            keys[content.StreamOf(number)].ShouldBe(first);
            if (eventsOfJoining == 2 && second is not null)
                keys[content.StreamOf(number + 1)].ShouldBe(second);

            content.HashOf(number).ShouldBe(EnrolmentKeys.HashOf(Ids.Of(number), happened, eventsOfJoining));
        }

        var bulk = content.ToBulk();
        content.Mark(bulk, BulkState.Acknowledged);
        bulk.CountOf(BulkState.Acknowledged).ShouldBe(events);
    }

    [Fact]
    public void The_second_event_of_a_fact_has_the_number_behind_the_first() =>
        EnrolmentIds.Second(Ids.Of(246)).ShouldBe(Ids.Of(247));
}
