namespace EventSourcingBench.Api.Tests;

public sealed class EnrolmentTests(SharedApi shared) : IClassFixture<SharedApi>
{
    private const string Store = "dcb-memory";

    [Fact]
    public async Task Students_join_and_leave_by_the_rules_and_a_repeat_with_the_same_key_is_accepted_again()
    {
        var api = await shared.EmptyAsync(Store);
        (await JoinAsync(api, "c", "s")).ShouldBe("noSuchCourse");
        (await RegisterCourseAsync(api, "c", places: 2)).ShouldBeNull();
        (await RegisterCourseAsync(api, "c", places: 1)).ShouldBe("courseExists");
        (await JoinAsync(api, "c", "s")).ShouldBe("noSuchStudent");
        (await RegisterStudentAsync(api, "s", maxCourses: 2)).ShouldBeNull();
        (await RegisterStudentAsync(api, "s", maxCourses: 1)).ShouldBe("studentExists");
        foreach (var other in new[] { "t", "u" })
            (await RegisterStudentAsync(api, other, maxCourses: 9)).ShouldBeNull();

        (await LeaveAsync(api, "c", "s")).ShouldBe("notJoined");
        var key = Guid.NewGuid().ToString("D");
        (await JoinAsync(api, "c", "t", key)).ShouldBeNull();
        (await JoinAsync(api, "c", "t", key)).ShouldBeNull();
        (await JoinAsync(api, "c", "s")).ShouldBeNull();
        (await JoinAsync(api, "c", "s")).ShouldBe("alreadyJoined");
        (await JoinAsync(api, "c", "u")).ShouldBe("courseFull");
        (await LeaveAsync(api, "c", "t")).ShouldBeNull();
        (await LeaveAsync(api, "c", "t")).ShouldBe("notJoined");
        (await JoinAsync(api, "c", "u")).ShouldBeNull();
        (await RegisterCourseAsync(api, "d", places: 9)).ShouldBeNull();
        (await RegisterCourseAsync(api, "e", places: 9)).ShouldBeNull();
        (await JoinAsync(api, "d", "s")).ShouldBeNull();
        (await JoinAsync(api, "e", "s")).ShouldBe("studentAtLimit");
        (await LeaveAsync(api, "d", "s")).ShouldBeNull();
        (await JoinAsync(api, "d", "s")).ShouldBeNull();

        var facts = await api.GetAsync<IReadOnlyList<EnrolmentFact>>($"/stores/{Store}/enrolments");
        facts.Select(f => $"{f.Type} {f.Course} {f.Student} {f.Limit}").ShouldBe(
        [
            "CourseRegistered c  2", "StudentRegistered  s 2", "StudentRegistered  t 9", "StudentRegistered  u 9", "StudentJoined c t ",
            "StudentJoined c s ", "StudentLeft c t ", "StudentJoined c u ", "CourseRegistered d  9", "CourseRegistered e  9",
            "StudentJoined d s ", "StudentLeft d s ", "StudentJoined d s ",
        ]);

        await api.Client.GetAsync($"/stores/{Store}/shows/s").ShouldBeNotFoundAsync();
    }

    [Fact]
    public async Task Preloading_fills()
    {
        var api = await shared.EmptyAsync(Store);
        using var filled = await api.PostTextAsync(
            $"/stores/{Store}/enrolments/preload", """{"operations":250,"firstId":"019aab00-0000-7000-8000-000000000000"}""");
        (await filled.ShouldBeAsync<PreloadedEnrolments>(HttpStatusCode.OK)).Events.ShouldBe(250);
        var longer = """{"operations":260,"firstId":"019aab00-0000-7000-8000-000000000000"}""";
        (await api.PostTextAsync($"/stores/{Store}/enrolments/preload", longer)
            .ShouldBeProblemAsync(HttpStatusCode.BadRequest, "validation")).Errors!.Keys.ShouldBe(["firstId"]);
        var facts = await api.GetAsync<IReadOnlyList<EnrolmentFact>>($"/stores/{Store}/enrolments");
        facts.Count.ShouldBe(250);
        facts.Count(f => f.Type == nameof(StudentJoined)).ShouldBe(200);
        facts.Select(f => f.EventId.ToString()[30..]).ShouldBe(Enumerable.Range(0, 250).Select(n => $"{n:x6}"));
    }

    private static Task<string?> RegisterCourseAsync(TestApi api, string course, int places) =>
        api.PostTextAsync($"/stores/{Store}/courses", $$"""{"course":"{{course}}","places":{{places}}}""").RefusalAsync();

    private static Task<string?> RegisterStudentAsync(TestApi api, string student, int maxCourses) =>
        api.PostTextAsync($"/stores/{Store}/students", $$"""{"student":"{{student}}","maxCourses":{{maxCourses}}}""").RefusalAsync();

    private static Task<string?> JoinAsync(TestApi api, string course, string student, string? key = null) => api.PostTextAsync(
        $"/stores/{Store}/enrolments", $$"""{"course":"{{course}}","student":"{{student}}"}""", key: key).RefusalAsync();

    private static Task<string?> LeaveAsync(TestApi api, string course, string student) =>
        api.Client.DeleteAsync($"/stores/{Store}/enrolments/{course}/{student}").RefusalAsync();
}
