namespace EventSourcingBench.Api.Contracts;

/// <param name="Retries">The number of version conflicts before it was accepted.</param>
/// <param name="Position">The event's position; null if the store returned none.</param>
/// <param name="After">The version of the course's stream, or the store's head, that was decided on; null if none was read.</param>
public sealed record EnrolmentAccepted(Guid EventId, int Retries, long? Position = null, long? After = null);

/// <param name="Type"><c>CourseRegistered</c>, <c>StudentRegistered</c>, <c>StudentJoined</c> or <c>StudentLeft</c>.</param>
/// <param name="Limit">The places of a registered course, or the most courses of a registered student; otherwise null.</param>
public sealed record EnrolmentFact(
    Guid EventId, string Type,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Course = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Student = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] int? Limit = null)
{
    internal static EnrolmentFact Of(StoredEnrolment stored)
    {
        var (course, student) = EnrolmentBoundary.PartiesOf(stored.Event);
        var limit = (stored.Event as CourseRegistered)?.Places ?? (stored.Event as StudentRegistered)?.MaxCourses;
        return new EnrolmentFact(stored.Id, stored.Event.GetType().Name, course, student, limit);
    }
}

/// <summary>The request to fill a store with events of courses and students that no load uses.</summary>
/// <param name="Operations">The number of operations, 0 to 100,000,000: registrations and enrolments in the proportion of the load.</param>
/// <param name="FirstId">The first event's id, a UUID whose last 40 bits are 0; others follow by number (<see cref="EventIds"/>).</param>
[JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)]
public sealed record PreloadEnrolments(long Operations, Guid FirstId);

/// <param name="Events">The number of events appended; with aggregates an enrolment is two events.</param>
public sealed record PreloadedEnrolments(long Events);

/// <param name="Tries">The number of appends, including those with version conflicts; 0 for a retry of an earlier command.</param>
/// <param name="Version">The event's version if it follows the version that the decision was based on; null if unknown.</param>
public sealed record ReservationAccepted(Guid EventId, int Tries, long? Version = null);

/// <summary>The current state of a show in the store.</summary>
/// <param name="Taken">The reserved seats, in order.</param>
/// <param name="Version">The number of events.</param>
public sealed record ShowDocument(string Show, int Seats, IReadOnlyList<int> Taken, long Version);
