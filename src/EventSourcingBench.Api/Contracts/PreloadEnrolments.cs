using System.Text.Json.Serialization;

namespace EventSourcingBench.Api;

/// <summary>The order to fill a store with events of courses and students that no load touches.</summary>
[JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)]
public sealed record PreloadEnrolments
{
    /// <summary>How many operations' events, 0 to 100,000,000: registrations and joinings in the proportion of the load.</summary>
    public required long Operations { get; init; }

    /// <summary>
    /// The identity of the first event, a UUID whose last 40 bits are 0: those of the others follow by number, see
    /// <see cref="EnrolmentPreload"/>.
    /// </summary>
    public required Guid FirstId { get; init; }
}
