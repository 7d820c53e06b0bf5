using System.Text.Json.Serialization;

namespace EventSourcingBench.Api;

/// <summary>One stored event of enrolments.</summary>
public sealed record EnrolmentFact
{
    /// <summary>The event's identity.</summary>
    public required Guid EventId { get; init; }

    /// <summary><c>CourseRegistered</c>, <c>StudentRegistered</c>, <c>StudentJoined</c> or <c>StudentLeft</c>.</summary>
    public required string Type { get; init; }

    /// <summary>The course; null where the event concerns none.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Course { get; init; }

    /// <summary>The student; null where the event concerns none.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Student { get; init; }

    /// <summary>Places of a registered course, most courses of a registered student; else null.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public int? Limit { get; init; }
}
