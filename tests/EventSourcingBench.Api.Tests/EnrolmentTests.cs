using System.Net;
using System.Net.Http.Json;

namespace EventSourcingBench.Api.Tests;

public sealed class EnrolmentTests
{
    private const string Store = "dcb-memory";
    private const string Preload = $"/stores/{Store}/enrolments/preload";

    [Fact]
    public async Task Students_join_and_leave_by_the_rules()
    {
        await using var api = await TestApi.StartAsync(Store);
        (await JoinAsync(api, "c", "s")).ShouldBe("noSuchCourse");
        (await RegisterCourseAsync(api, "c", places: 1)).ShouldBeNull();
        (await RegisterCourseAsync(api, "c", places: 1)).ShouldBe("courseExists");
        (await JoinAsync(api, "c", "s")).ShouldBe("noSuchStudent");
        (await RegisterStudentAsync(api, "s", maxCourses: 1)).ShouldBeNull();
        (await RegisterStudentAsync(api, "s", maxCourses: 1)).ShouldBe("studentExists");
        (await RegisterStudentAsync(api, "t", maxCourses: 1)).ShouldBeNull();
        (await JoinAsync(api, "c", "s")).ShouldBeNull();
        (await JoinAsync(api, "c", "s")).ShouldBe("alreadyJoined");
        (await JoinAsync(api, "c", "t")).ShouldBe("courseFull");
        (await LeaveAsync(api, "c", "t")).ShouldBe("notJoined");
        (await LeaveAsync(api, "c", "s")).ShouldBeNull();
        (await JoinAsync(api, "c", "t")).ShouldBeNull();
        await RegisterCourseAsync(api, "d", places: 9);
        (await JoinAsync(api, "d", "t")).ShouldBe("studentAtLimit");

        var facts = await api.GetAsync($"/stores/{Store}/enrolments", ApiJson.Default.IReadOnlyListEnrolmentFact);
        facts.Select(f => $"{f.Type} {f.Course} {f.Student} {f.Limit}").ShouldBe(
        [
            "CourseRegistered c  1", "StudentRegistered  s 1", "StudentRegistered  t 1",
            "StudentJoined c s ", "StudentLeft c s ", "StudentJoined c t ", "CourseRegistered d  9",
        ]);
    }

    [Fact]
    public async Task A_repeat_with_the_same_key_is_accepted_again()
    {
        await using var api = await TestApi.StartAsync(Store);
        await RegisterCourseAsync(api, "c", places: 1);
        await RegisterStudentAsync(api, "s", maxCourses: 1);
        var key = Guid.NewGuid().ToString("D");
        (await JoinAsync(api, "c", "s", key)).ShouldBeNull();
        (await JoinAsync(api, "c", "s", key)).ShouldBeNull();
        (await api.GetAsync($"/stores/{Store}/enrolments", ApiJson.Default.IReadOnlyListEnrolmentFact)).Count.ShouldBe(3);
    }

    [Fact]
    public async Task Racers_for_the_last_place_have_one_winner()
    {
        await using var api = await TestApi.StartAsync(Store);
        await RegisterCourseAsync(api, "c", places: 1);
        var students = Enumerable.Range(0, 16).Select(i => $"s{i}").ToArray();
        await Task.WhenAll(students.Select(s => RegisterStudentAsync(api, s, maxCourses: 1)));
        var answers = await Task.WhenAll(students.Select(s => JoinAsync(api, "c", s)));
        answers.Count(a => a is null).ShouldBe(1);
        answers.Count(a => a == "courseFull").ShouldBe(15);
    }

    [Fact]
    public async Task Preloading_fills_and_needs_permission()
    {
        await using var api = await TestApi.StartAsync(Store);
        using var filled = await api.PostTextAsync(Preload, """{"operations":250,"firstId":"019aab00-0000-7000-8000-000000000000"}""");
        (await filled.ShouldBeAsync(HttpStatusCode.OK, ApiJson.Default.PreloadedEnrolments)).Events.ShouldBe(250);
        var facts = await api.GetAsync($"/stores/{Store}/enrolments", ApiJson.Default.IReadOnlyListEnrolmentFact);
        facts.Count.ShouldBe(250);
        facts.Count(f => f.Type == nameof(StudentJoined)).ShouldBe(200);
        facts.Select(f => f.EventId.ToString()[30..]).ShouldBe(Enumerable.Range(0, 250).Select(n => $"{n:x6}"));
        await api.PostTextAsync(Preload, """{"operations":1,"firstId":"019aab00-0000-7000-8000-000000000001"}""")
            .ShouldBeInvalidAsync();

        await using var closed = await TestApi.StartAsync(Store, allowReset: false);
        await closed.PostTextAsync(Preload, """{"operations":1,"firstId":"019aab00-0000-7000-8000-000000000000"}""")
            .ShouldBeProblemAsync(HttpStatusCode.Forbidden, "forbidden");
    }

    private static Task<string?> RegisterCourseAsync(TestApi api, string course, int places) => SendAsync(
        api.PostAsync($"/stores/{Store}/courses", new RegisterCourse { Course = course, Places = places }, ApiJson.Default.RegisterCourse));

    private static Task<string?> RegisterStudentAsync(TestApi api, string student, int maxCourses) => SendAsync(
        api.PostAsync(
            $"/stores/{Store}/students",
            new RegisterStudent { Student = student, MaxCourses = maxCourses },
            ApiJson.Default.RegisterStudent));

    private static Task<string?> JoinAsync(TestApi api, string course, string student, string? key = null) => SendAsync(
        api.PostAsync(
            $"/stores/{Store}/enrolments", new JoinCourse { Course = course, Student = student }, ApiJson.Default.JoinCourse, key));

    private static Task<string?> LeaveAsync(TestApi api, string course, string student) =>
        SendAsync(api.Client.DeleteAsync($"/stores/{Store}/enrolments/{course}/{student}"));

    // The refusal, or null where it was accepted.
    private static async Task<string?> SendAsync(Task<HttpResponseMessage> sending)
    {
        using var response = await sending;
        if (response.StatusCode == HttpStatusCode.Created)
        {
            (await response.Content.ReadFromJsonAsync(ApiJson.Default.EnrolmentAccepted)).ShouldNotBeNull().EventId.ShouldNotBe(Guid.Empty);
            return null;
        }

        response.StatusCode.ShouldBe(HttpStatusCode.Conflict);
        return (await response.Content.ReadFromJsonAsync(ApiJson.Default.ApiProblem))!.Refusal.ShouldNotBeNull();
    }
}
