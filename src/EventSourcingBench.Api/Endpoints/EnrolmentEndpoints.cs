namespace EventSourcingBench.Api.Endpoints;

internal sealed class EnrolmentEndpoints(HostedStores stores, bool allowReset, TimeProvider time)
{
    private const string Tag = "enrolments";
    private const string Route = "/stores/{store}/enrolments";
    private const long MostPreloaded = 100_000_000;

    public void Map(IEndpointRouteBuilder app)
    {
        Post<RegisterCourse>("/stores/{store}/courses", EnrolmentRules.Check, c => new CourseRegistered(c.Course, c.Places))
            .Describe("registerCourse", "Register a course", Tag);
        Post<RegisterStudent>("/stores/{store}/students", EnrolmentRules.Check, c => new StudentRegistered(c.Student, c.MaxCourses))
            .Describe("registerStudent", "Register a student", Tag);
        Post<JoinCourse>(Route, EnrolmentRules.Check, c => new StudentJoined(c.Course, c.Student))
            .Describe("joinCourse", "Let a student join a course", Tag);
        Command(app.MapDelete(Route + "/{course}/{student}", LeaveAsync)).Describe("leaveCourse", "Let a student leave a course", Tag);
        app.MapGet(Route, ReadAllAsync)
            .Describe("readEnrolments", "Read every event of courses and students, in the store's order", Tag)
            .Answers<IReadOnlyList<EnrolmentFact>>().Refuses(404, 409, 503);
        app.MapPost(Route + "/preload", PreloadAsync)
            .Describe("preloadEnrolments", "Fill the store with events of courses and students that no load touches", Tag)
            .Accepts<PreloadEnrolments>("application/json").Answers<PreloadedEnrolments>().Refuses(400, 403, 404, 413, 415, 503, 504);

        RouteHandlerBuilder Post<T>(string route, Func<T, IReadOnlyList<FieldComplaint>> check, Func<T, EnrolmentEvent> eventOf)
            where T : class => Command(app.MapPost(route, async (string store, HttpContext context) =>
        {
            var command = await JsonBody.ReadAsync<T>(context.Request);
            Problem.Require(check(command));
            await RunAsync(store, eventOf(command), context);
        })).Accepts<T>("application/json");
    }

    private static RouteHandlerBuilder Command(RouteHandlerBuilder endpoint) => endpoint.WithParameters([AppendHeaders.Key])
        .Answers<EnrolmentAccepted>(StatusCodes.Status201Created).Refuses(400, 404, 409, 413, 415, 503, 504);

    private Task LeaveAsync(string store, string course, string student, HttpContext context)
    {
        Problem.Require(EnrolmentRules.Check(new JoinCourse(course, student)));
        return RunAsync(store, new StudentLeft(course, student), context);
    }

    private async Task ReadAllAsync(string store, HttpContext context)
    {
        using var lease = await stores.EnterAsync(store);
        var facts = lease.Value.Enrolments.ReadAllAsync(context.RequestAborted).Select(EnrolmentFact.Of);
        await JsonAnswer.StreamAsync(context, facts);
    }

    private async Task PreloadAsync(string store, HttpContext context)
    {
        var hosted = stores.Find(store);
        if (!allowReset)
            throw Problem.Forbidden("Preloading is for benchmarks: start the API with --allow-reset to allow it.");

        var command = await JsonBody.ReadAsync<PreloadEnrolments>(context.Request);
        if (command.Operations is < 0 or > MostPreloaded)
            throw Problem.Invalid("operations", $"must be from 0 to {MostPreloaded}.");

        var ids = new EventIds(command.FirstId);
        if (ids.NumberOf(command.FirstId) != 0)
            throw Problem.Invalid("firstId", "must be a UUID whose last 40 bits are 0.");

        using var lease = await hosted.EnterAsync();
        var events = await Problem.BlamingAsync("firstId", "must not be that of another preload", async () =>
            await EnrolmentPreload.FillAsync(lease.Value.Enrolments, command.Operations, ids, context.RequestAborted));
        await JsonAnswer.WriteAsync(context, new PreloadedEnrolments(events));
    }

    private async Task RunAsync(string store, EnrolmentEvent wanted, HttpContext context)
    {
        var id = AppendHeaders.Read(context.Request.Headers, time).EventId;
        var answer = await AppendHeaders.RunAsync(
            context, stores.Find(store), open => open.Enrolments.RunAsync(id, wanted, CancellationToken.None));
        await (answer switch
        {
            { Refusal: { } refusal } => JsonAnswer.WriteAsync(context, Problem.Refused(refusal, answer.Retries)),
            { IsConflict: true } => JsonAnswer.WriteAsync(context, Problem.RetriesExhausted(answer.Retries + 1)),
            var (_, retries, _, position, after) =>
                JsonAnswer.CreatedAsync(context, new EnrolmentAccepted(id, retries, position, after)),
        });
    }
}
