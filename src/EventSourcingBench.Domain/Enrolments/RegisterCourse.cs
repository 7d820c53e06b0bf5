using System.Text.Json.Serialization;

namespace EventSourcingBench.Domain.Enrolments;

/// <summary>The order to register a course.</summary>
[JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)]
public sealed record RegisterCourse
{
    /// <summary>Its id: 1 to 60 letters, digits, <c>-</c> and <c>_</c>.</summary>
    public required string Course { get; init; }

    /// <summary>The most students that it takes, 1 to 1,000,000.</summary>
    public required int Places { get; init; }
}
