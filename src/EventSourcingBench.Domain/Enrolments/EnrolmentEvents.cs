namespace EventSourcingBench.Domain.Enrolments;

/// <summary>Events of enrolments as stores keep them.</summary>
public static class EnrolmentEvents
{
    /// <summary>The event to append; its type is the name of the record.</summary>
    /// <param name="id">Its identity; a retry takes the same.</param>
    /// <param name="happened">The event.</param>
    public static EventData ToEventData(Guid id, EnrolmentEvent happened) => happened switch
    {
        CourseRegistered e => Event(
            id, nameof(CourseRegistered), JsonSerializer.SerializeToUtf8Bytes(e, DomainJson.Default.CourseRegistered)),
        StudentRegistered e => Event(
            id, nameof(StudentRegistered), JsonSerializer.SerializeToUtf8Bytes(e, DomainJson.Default.StudentRegistered)),
        StudentJoined e => Event(id, nameof(StudentJoined), JsonSerializer.SerializeToUtf8Bytes(e, DomainJson.Default.StudentJoined)),
        StudentLeft e => Event(id, nameof(StudentLeft), JsonSerializer.SerializeToUtf8Bytes(e, DomainJson.Default.StudentLeft)),
        _ => throw new ArgumentException($"{happened?.GetType().Name} is no event of enrolments.", nameof(happened)),
    };

    /// <summary>The same with its tags.</summary>
    /// <param name="id">Its identity; a retry takes the same.</param>
    /// <param name="happened">The event.</param>
    public static DcbEvent ToDcbEvent(Guid id, EnrolmentEvent happened) =>
        new(ToEventData(id, happened), EnrolmentBoundary.TagsOf(happened));

    /// <summary>The event of a stored one.</summary>
    /// <param name="id">Its identity.</param>
    /// <param name="type">Its type.</param>
    /// <param name="data">Its data.</param>
    /// <exception cref="ForeignEventException">It is of another type, or its data is not that of its type.</exception>
    public static EnrolmentEvent Read(Guid id, string type, ReadOnlySpan<byte> data) => type switch
    {
        nameof(CourseRegistered) => StoredJson.Read(id, data, DomainJson.Default.CourseRegistered),
        nameof(StudentRegistered) => StoredJson.Read(id, data, DomainJson.Default.StudentRegistered),
        nameof(StudentJoined) => StoredJson.Read(id, data, DomainJson.Default.StudentJoined),
        nameof(StudentLeft) => StoredJson.Read(id, data, DomainJson.Default.StudentLeft),
        _ => throw new ForeignEventException(id, $"has the type {type}, not one of courses and students."),
    };

    private static EventData Event(Guid id, string type, byte[] data) => new(id, type, data) { Metadata = EventMetadata.Of(id) };
}
