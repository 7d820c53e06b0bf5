using System.Text.Json.Serialization;

namespace EventSourcingBench.Api.Contracts;

/// <summary>The request to fill a store with events of courses and students that no load uses.</summary>
[JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)]
public sealed record PreloadEnrolments
{
    /// <summary>The number of operations, 0 to 100,000,000: registrations and enrolments in the proportion of the load.</summary>
    public required long Operations { get; init; }

    /// <summary>
    /// The id of the first event, a UUID whose last 40 bits are 0. The other ids follow by number; see <see
    /// cref="EnrolmentPreload"/>.
    /// </summary>
    public required Guid FirstId { get; init; }
}
