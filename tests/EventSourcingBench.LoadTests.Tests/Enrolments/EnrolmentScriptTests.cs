namespace EventSourcingBench.LoadTests.Tests;

public sealed class EnrolmentScriptTests
{
    private static readonly EventIds Ids = new(DateTimeOffset.UnixEpoch, key: 3);

    [Fact]
    public void An_iteration_registers_ten_and_ten_and_joins_each_to_each()
    {
        var script = new EnrolmentScript(client: 3, hotCourses: 0);
        var events = Enumerable.Range(0, EnrolmentPreload.OperationsOfIteration).Select(_ => script.Next()).ToList();
        events.Take(10).ShouldAllBe(e => e is CourseRegistered);
        events.Skip(10).Take(10).ShouldAllBe(e => e is StudentRegistered);
        events.Skip(20).ShouldAllBe(e => e is StudentJoined);
        events.Distinct().Count().ShouldBe(120);

        // Nothing of it is refused: places and limits suffice exactly.
        var joinings = events.OfType<StudentJoined>().ToList();
        events.OfType<CourseRegistered>().ShouldAllBe(c => c.Places == joinings.Count(j => j.Course == c.Course));
        events.OfType<StudentRegistered>().ShouldAllBe(s => s.MaxCourses == joinings.Count(j => j.Student == s.Student));
        script.Next().ShouldNotBe(events[0]);
    }

    [Fact]
    public void Clients_never_share_what_is_not_shared()
    {
        var (one, other) = (new EnrolmentScript(1, 0), new EnrolmentScript(11, 0));
        var ofOne = Enumerable.Range(0, 500).Select(_ => one.Next()).ToHashSet();
        Enumerable.Range(0, 500).Select(_ => other.Next()).ShouldAllBe(e => !ofOne.Contains(e));
    }

    [Fact]
    public void Shared_courses_are_the_same_until_they_are_full()
    {
        var (one, other) = (new EnrolmentScript(0, 2), new EnrolmentScript(1, 2));
        var iteration = Enumerable.Range(0, 2 + 10 + 20).Select(_ => one.Next()).ToList();
        iteration.OfType<CourseRegistered>().Select(c => c.Course).ShouldBe(["hot-0-0", "hot-0-1"]);
        iteration.OfType<StudentJoined>().Count().ShouldBe(20);
        other.Next().ShouldBe(iteration[0]);
        one.Full();
        one.Next().ShouldBe(new CourseRegistered("hot-1-0", EnrolmentScript.HotPlaces));
    }

    [Theory]
    [InlineData(1, 250)]
    [InlineData(2, 250 + 200)]
    public void Preloaded_numbers_have_the_stream_and_hash_of_their_event_and_there_is_one_for_each(int eventsOfJoining, int events)
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

        content.Sent.Distinct().Count().ShouldBe(events);
        content.Sent.Max().ShouldBeLessThan(content.ToBulk().Count);
    }

    [Fact]
    public void The_second_event_of_a_fact_has_the_number_behind_the_first() => EnrolmentIds.Second(Ids.Of(246)).ShouldBe(Ids.Of(247));
}
