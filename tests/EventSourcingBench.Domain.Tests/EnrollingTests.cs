namespace EventSourcingBench.Domain.Tests;

public sealed class EnrollingTests
{
    private readonly Enrolling _enrolling = new("c", "s");

    [Fact]
    public void Both_must_be_there()
    {
        _enrolling.RefuseJoining().ShouldBe(EnrolmentRefusal.NoSuchCourse);
        _enrolling.Apply(new CourseRegistered("c", 1));
        _enrolling.RefuseJoining().ShouldBe(EnrolmentRefusal.NoSuchStudent);
        _enrolling.Apply(new StudentRegistered("s", 1));
        _enrolling.RefuseJoining().ShouldBeNull();
        _enrolling.RefuseLeaving().ShouldBe(EnrolmentRefusal.NotJoined);
    }

    [Fact]
    public void No_student_joins_twice_and_who_left_may_come_back()
    {
        Register(places: 5, maxCourses: 5);
        _enrolling.Apply(new StudentJoined("c", "s"));
        _enrolling.RefuseJoining().ShouldBe(EnrolmentRefusal.AlreadyJoined);
        _enrolling.RefuseLeaving().ShouldBeNull();
        _enrolling.Apply(new StudentLeft("c", "s"));
        _enrolling.RefuseJoining().ShouldBeNull();
        _enrolling.RefuseLeaving().ShouldBe(EnrolmentRefusal.NotJoined);
    }

    [Fact]
    public void A_course_takes_as_many_as_it_has_places()
    {
        Register(places: 2, maxCourses: 9);
        _enrolling.Apply(new StudentJoined("c", "t"));
        _enrolling.RefuseJoining().ShouldBeNull();
        _enrolling.Apply(new StudentJoined("c", "u"));
        _enrolling.RefuseJoining().ShouldBe(EnrolmentRefusal.CourseFull);
        _enrolling.Apply(new StudentLeft("c", "t"));
        _enrolling.RefuseJoining().ShouldBeNull();
    }

    [Fact]
    public void A_student_is_in_as_many_courses_as_they_may()
    {
        Register(places: 9, maxCourses: 2);
        _enrolling.Apply(new StudentJoined("d", "s"));
        _enrolling.RefuseJoining().ShouldBeNull();
        _enrolling.Apply(new StudentJoined("e", "s"));
        _enrolling.RefuseJoining().ShouldBe(EnrolmentRefusal.StudentAtLimit);
        _enrolling.Apply(new StudentLeft("e", "s"));
        _enrolling.RefuseJoining().ShouldBeNull();
    }

    [Fact]
    public void Two_streams_fold_to_the_same_as_one()
    {
        EnrolmentEvent[] events =
            [new CourseRegistered("c", 1), new StudentRegistered("s", 1), new StudentJoined("c", "s"), new StudentJoined("d", "t")];
        var apart = new Enrolling("c", "s");
        foreach (var happened in events)
        {
            _enrolling.Apply(happened);
            apart.ApplyToCourse(happened);
        }

        apart.RefuseJoining().ShouldBe(EnrolmentRefusal.NoSuchStudent);
        foreach (var happened in events)
            apart.ApplyToStudent(happened);

        apart.RefuseJoining().ShouldBe(_enrolling.RefuseJoining());
        apart.RefuseLeaving().ShouldBeNull();
    }

    [Theory]
    [InlineData("", false)]
    [InlineData("a b", false)]
    [InlineData("c'1", false)]
    [InlineData("c_1-Z", true)]
    public void Ids_are_short_words(string id, bool isRight)
    {
        EnrolmentRules.Check(new JoinCourse { Course = id, Student = "s" }).Select(c => c.Field).ShouldBe(isRight ? [] : ["course"]);
        EnrolmentRules.Check(new RegisterStudent { Student = id, MaxCourses = 0 }).Select(c => c.Field)
            .ShouldBe(isRight ? ["maxCourses"] : ["student", "maxCourses"]);
        EnrolmentRules.Check(new RegisterCourse { Course = new string('a', 61), Places = 1 })
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
    }

    private void Register(int places, int maxCourses)
    {
        _enrolling.Apply(new CourseRegistered("c", places));
        _enrolling.Apply(new StudentRegistered("s", maxCourses));
    }
}
