using System.Runtime.CompilerServices;

namespace EventSourcingBench.Api.Endpoints;

/// <summary>Courses, students and enrolments.</summary>
internal sealed class EnrolmentEndpoints(HostedStores stores, bool allowReset, TimeProvider time)
{
    private const string Tag = "enrolments";
    private const string Route = "/stores/{store}/enrolments";
    private const long MostPreloaded = 100_000_000;

    public void Map(IEndpointRouteBuilder app)
    {
        Command(app.MapPost("/stores/{store}/courses", RegisterCourseAsync), "registerCourse", "Register a course").Accepts<RegisterCourse>("application/json");
        Command(app.MapPost("/stores/{store}/students", RegisterStudentAsync), "registerStudent", "Register a student").Accepts<RegisterStudent>("application/json");
        Command(app.MapPost(Route, JoinAsync), "joinCourse", "Let a student join a course").Accepts<JoinCourse>("application/json");
        Command(app.MapDelete(Route + "/{course}/{student}", LeaveAsync), "leaveCourse", "Let a student leave a course");
        app.MapGet(Route, ReadAllAsync)
            .Describe("readEnrolments", "Read every event of courses and students, in the store's order", Tag)
            .Answers<IReadOnlyList<EnrolmentFact>>()
            .Refuses(404, 409, 503);
        app.MapPost(Route + "/preload", PreloadAsync)
            .Describe("preloadEnrolments", "Fill the store with events of courses and students that no load touches", Tag)
            .Accepts<PreloadEnrolments>("application/json")
            .Answers<PreloadedEnrolments>()
            .Refuses(400, 403, 404, 503, 504);
    }

    private static RouteHandlerBuilder Command(RouteHandlerBuilder endpoint, string id, string summary) => endpoint
        .Describe(id, summary, Tag)
        .WithParameters([AppendHeaders.IdempotencyKeyDescription])
        .Answers<EnrolmentAccepted>(StatusCodes.Status201Created)
        .Refuses(400, 404, 409, 413, 415, 503, 504);

    private async Task RegisterCourseAsync(string store, HttpContext context)
    {
        var command = await JsonBody.ReadAsync(context.Request, ApiJson.Default.RegisterCourse);
        FieldComplaints.Check(EnrolmentRules.Check(command));
        await RunAsync(store, context, (enrolments, id) => enrolments.RegisterAsync(id, new CourseRegistered(command.Course, command.Places), CancellationToken.None));
    }

    private async Task RegisterStudentAsync(string store, HttpContext context)
    {
        var command = await JsonBody.ReadAsync(context.Request, ApiJson.Default.RegisterStudent);
        FieldComplaints.Check(EnrolmentRules.Check(command));
        await RunAsync(store, context, (enrolments, id) => enrolments.RegisterAsync(id, new StudentRegistered(command.Student, command.MaxCourses), CancellationToken.None));
    }

    private async Task JoinAsync(string store, HttpContext context)
    {
        var command = await JsonBody.ReadAsync(context.Request, ApiJson.Default.JoinCourse);
        FieldComplaints.Check(EnrolmentRules.Check(command));
        await RunAsync(store, context, (enrolments, id) => enrolments.JoinAsync(id, new StudentJoined(command.Course, command.Student), CancellationToken.None));
    }

    private async Task LeaveAsync(string store, string course, string student, HttpContext context)
    {
        FieldComplaints.Check(EnrolmentRules.Check(new JoinCourse { Course = course, Student = student }));
        await RunAsync(
            store, context, (enrolments, id) => enrolments.LeaveAsync(id, new StudentLeft(course, student), CancellationToken.None));
    }

    private async Task ReadAllAsync(string store, HttpContext context)
    {
        using var lease = await stores.EnterAsync(store);
        var facts = Facts(lease.Value.Enrolments, context.RequestAborted);
        context.Response.ContentType = "application/json; charset=utf-8";
        await JsonSerializer.SerializeAsync(
            context.Response.Body, facts, ApiJson.Default.IAsyncEnumerableEnrolmentFact, context.RequestAborted);
    }

    private async Task PreloadAsync(string store, HttpContext context)
    {
        var hosted = stores.Find(store);
        if (!allowReset)
        {
            throw new ProblemException(Problem.Forbidden("Preloading is for benchmarks: start the API with --allow-reset to allow it."));
        }

        var command = await JsonBody.ReadAsync(context.Request, ApiJson.Default.PreloadEnrolments);
        if (command.Operations is < 0 or > MostPreloaded)
        {
            throw Problem.Invalid("operations", $"must be from 0 to {MostPreloaded}.");
        }

        var ids = new EventIds(command.FirstId);
        if (ids.NumberOf(command.FirstId) != 0)
        {
            throw Problem.Invalid("firstId", "must be a UUID whose last 40 bits are 0.");
        }

        using var lease = await hosted.EnterAsync();
        var events = await EnrolmentPreload.FillAsync(lease.Value.Enrolments, command.Operations, ids, context.RequestAborted);
        await JsonAnswer.WriteAsync(context, new PreloadedEnrolments(events), ApiJson.Default.PreloadedEnrolments);
    }

    private async Task RunAsync(string store, HttpContext context, Func<IEnrolments, Guid, ValueTask<EnrolmentAnswer>> run)
    {
        var id = AppendHeaders.Read(context.Request.Headers).IdempotencyKey ?? Guid.CreateVersion7(time.GetUtcNow());
        // Without a token: a started command is completed. A cancellation would only make its outcome unknown.
        EnrolmentAnswer answer;
        using (var lease = await stores.EnterAsync(store))
        {
            answer = await run(lease.Value.Enrolments, id);
        }

        await (answer switch
        {
            { Refusal: { } refusal } => JsonAnswer.WriteAsync(context, Problem.Refused(refusal, answer.Retries)),
            { IsConflict: true } => JsonAnswer.WriteAsync(context, Problem.RetriesExhausted(answer.Retries + 1)),
            _ => JsonAnswer.WriteAsync(
                context,
                new EnrolmentAccepted(id, answer.Retries, answer.Position, answer.After),
                ApiJson.Default.EnrolmentAccepted,
                StatusCodes.Status201Created),
        });
    }

    private static async IAsyncEnumerable<EnrolmentFact> Facts(
        IEnrolments enrolments, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        await foreach (var (id, happened) in enrolments.ReadAllAsync(cancellationToken))
        {
            yield return happened switch
            {
                CourseRegistered e => new EnrolmentFact { EventId = id, Type = nameof(CourseRegistered), Course = e.Course, Limit = e.Places },
                StudentRegistered e => new EnrolmentFact { EventId = id, Type = nameof(StudentRegistered), Student = e.Student, Limit = e.MaxCourses },
                StudentJoined e => new EnrolmentFact { EventId = id, Type = nameof(StudentJoined), Course = e.Course, Student = e.Student },
                StudentLeft e => new EnrolmentFact { EventId = id, Type = nameof(StudentLeft), Course = e.Course, Student = e.Student },
                _ => throw new InvalidOperationException($"{happened.GetType().Name} is no event of enrolments."),
            };
        }
    }
}
