using System.Text.Json.Serialization;

namespace EventSourcingBench.Domain.Enrolments;

/// <summary>The order to let a student join a course.</summary>
[JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)]
public sealed record JoinCourse
{
    /// <summary>The course.</summary>
    public required string Course { get; init; }

    /// <summary>The student.</summary>
    public required string Student { get; init; }
}
