using System.Text.Json.Serialization;

namespace EventSourcingBench.Domain.Enrolments;

/// <summary>The order to register a student.</summary>
[JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)]
public sealed record RegisterStudent
{
    /// <summary>Their id: 1 to 60 letters, digits, <c>-</c> and <c>_</c>.</summary>
    public required string Student { get; init; }

    /// <summary>The most courses that they may be in at a time, 1 to 1,000,000.</summary>
    public required int MaxCourses { get; init; }
}
