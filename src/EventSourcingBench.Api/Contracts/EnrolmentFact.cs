using System.Text.Json.Serialization;

namespace EventSourcingBench.Api.Contracts;

/// <summary>One stored event of enrolments.</summary>
public sealed record EnrolmentFact
{
    /// <summary>The event's identity.</summary>
    public required Guid EventId { get; init; }

    /// <summary><c>CourseRegistered</c>, <c>StudentRegistered</c>, <c>StudentJoined</c> or <c>StudentLeft</c>.</summary>
    public required string Type { get; init; }

    /// <summary>The course; null if the event has none.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Course { get; init; }

    /// <summary>The student; null if the event has none.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Student { get; init; }

    /// <summary>
    /// The capacity of a registered course, or the maximum number of courses of a registered student; otherwise null.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public int? Limit { get; init; }
}
