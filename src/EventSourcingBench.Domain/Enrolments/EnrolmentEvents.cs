namespace EventSourcingBench.Domain.Enrolments;

/// <summary>Events of enrolments as stores keep them.</summary>
public static class EnrolmentEvents
{
    public static EventData ToEventData(Guid id, EnrolmentEvent happened) =>
        StoredEvent.Write(id, happened, EnrolmentJson.Default.GetTypeInfo(happened.GetType())!, EventMetadata.Of(id));

    public static DcbEvent ToDcbEvent(Guid id, EnrolmentEvent happened) =>
        new(ToEventData(id, happened), EnrolmentBoundary.TagsOf(happened));

    /// <exception cref="ForeignEventException">It is of another type, or its data is not that of its type.</exception>
    public static EnrolmentEvent Read(Guid id, string type, ReadOnlySpan<byte> data) => type switch
    {
        nameof(CourseRegistered) => StoredEvent.Read(id, type, data, EnrolmentJson.Default.CourseRegistered),
        nameof(StudentRegistered) => StoredEvent.Read(id, type, data, EnrolmentJson.Default.StudentRegistered),
        nameof(StudentJoined) => StoredEvent.Read(id, type, data, EnrolmentJson.Default.StudentJoined),
        nameof(StudentLeft) => StoredEvent.Read(id, type, data, EnrolmentJson.Default.StudentLeft),
        _ => throw new ForeignEventException(id, $"has the type {type}, not one of courses and students."),
    };
}

/// <summary>How events of enrolments are written as JSON: camelCase, every member required, none null, none twice.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, RespectRequiredConstructorParameters = true,
    RespectNullableAnnotations = true, AllowDuplicateProperties = false)]
[JsonSerializable(typeof(CourseRegistered))]
[JsonSerializable(typeof(StudentRegistered))]
[JsonSerializable(typeof(StudentJoined))]
[JsonSerializable(typeof(StudentLeft))]
public sealed partial class EnrolmentJson : JsonSerializerContext;

/// <summary>Something that happened to a course, a student, or both.</summary>
public abstract record EnrolmentEvent
{
    private protected EnrolmentEvent() { }
}

/// <summary>There is a course, which takes so many students, 1 or more.</summary>
public sealed record CourseRegistered(string Course, int Places) : EnrolmentEvent;

/// <summary>There is a student, who may be in so many courses at a time, 1 or more.</summary>
public sealed record StudentRegistered(string Student, [property: JsonPropertyOrder(-1)] int MaxCourses) : EnrolmentEvent;

/// <summary>A student joined a course: one fact about both.</summary>
public sealed record StudentJoined(string Course, string Student) : EnrolmentEvent;

public sealed record StudentLeft(string Course, string Student) : EnrolmentEvent;
