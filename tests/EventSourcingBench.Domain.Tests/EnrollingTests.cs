namespace EventSourcingBench.Domain.Tests;

public sealed class EnrollingTests
{
    [Fact]
    public void Two_streams_fold_to_the_same_as_one()
    {
        EnrolmentEvent[] events =
            [new CourseRegistered("c", 1), new StudentRegistered("s", 1), new StudentJoined("c", "s"), new StudentJoined("d", "t")];
        var (together, apart) = (new Enrolling("c", "s"), new Enrolling("c", "s"));
        var (joining, leaving) = (new StudentJoined("c", "s"), new StudentLeft("c", "s"));
        Array.ForEach(events, together.Apply);
        Array.ForEach(events, apart.ApplyToCourse);
        apart.Refuse(joining).ShouldBe(EnrolmentRefusal.NoSuchStudent);
        Array.ForEach(events, apart.ApplyToStudent);
        apart.Refuse(joining).ShouldBe(together.Refuse(joining));
        apart.Refuse(leaving).ShouldBeNull();
    }

    [Theory]
    [InlineData("", false)]
    [InlineData("a b", false)]
    [InlineData("c'1", false)]
    [InlineData("c_1-Z", true)]
    public void Ids_are_short_words(string id, bool isRight)
    {
        EnrolmentRules.Check(new JoinCourse(id, "s")).Select(c => c.Field).ShouldBe(isRight ? [] : ["course"]);
        EnrolmentRules.Check(new RegisterStudent(id, 0)).Select(c => c.Field)
            .ShouldBe(isRight ? ["maxCourses"] : ["student", "maxCourses"]);
        EnrolmentRules.Check(new RegisterCourse(new string('a', 61), 1))
            .ShouldHaveSingleItem().Message.ShouldContain("60");
    }

    [Fact]
    public void Events_come_back_from_their_json()
    {
        EnrolmentEvent[] events =
            [new CourseRegistered("c", 3), new StudentRegistered("s", 4), new StudentJoined("c", "s"), new StudentLeft("c", "s")];
        foreach (var happened in events)
        {
            var data = EnrolmentEvents.ToEventData(Guid.NewGuid(), happened);
            EnrolmentEvents.Read(data.Id, data.Type, data.Data.Span).ShouldBe(happened);
        }

        Should.Throw<ForeignEventException>(() => EnrolmentEvents.Read(Guid.NewGuid(), "Other", "{}"u8));
        Should.Throw<ForeignEventException>(() => EnrolmentEvents.Read(Guid.NewGuid(), nameof(StudentLeft), "[]"u8));
        Should.Throw<ForeignEventException>(() => EnrolmentEvents.Read(Guid.NewGuid(), nameof(CourseRegistered), """{"course":"c"}"""u8));
    }
}
