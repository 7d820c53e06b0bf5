using EventSourcingBench.Abstractions;
using EventSourcingBench.Domain;

namespace EventSourcingBench.Api;

/// <summary>
/// Registers courses and students and lets students join and leave, on a store's own way of keeping decisions consistent.
/// A decision that met a version conflict is made again on what is there then, up to <see cref="MaxRetries"/> times.
/// </summary>
public interface IEnrolments
{
    /// <summary>How often a decision is made again before its version conflict is reported.</summary>
    const int MaxRetries = 20;

    /// <summary>Events that an accepted joining or leaving leaves in the store: 1 with DCB, 2 with aggregates.</summary>
    int EventsOfJoining { get; }

    /// <summary>Registers a course.</summary>
    /// <param name="eventId">The event's identity; a repeat takes the same and is accepted again.</param>
    /// <param name="registered">The course.</param>
    /// <param name="cancellationToken">Stops the waiting.</param>
    /// <exception cref="StoreUnavailableException">Nothing was appended.</exception>
    /// <exception cref="OutcomeUnknownException">The connection broke before the answer came.</exception>
    ValueTask<EnrolmentAnswer> RegisterAsync(Guid eventId, CourseRegistered registered, CancellationToken cancellationToken = default);

    /// <summary>Registers a student.</summary>
    /// <param name="eventId">The event's identity.</param>
    /// <param name="registered">The student.</param>
    /// <param name="cancellationToken">Stops the waiting.</param>
    /// <exception cref="StoreUnavailableException">Nothing was appended.</exception>
    /// <exception cref="OutcomeUnknownException">The connection broke before the answer came.</exception>
    ValueTask<EnrolmentAnswer> RegisterAsync(Guid eventId, StudentRegistered registered, CancellationToken cancellationToken = default);

    /// <summary>Lets a student join a course.</summary>
    /// <param name="eventId">The event's identity.</param>
    /// <param name="joined">Who joins what.</param>
    /// <param name="cancellationToken">Stops the waiting.</param>
    /// <exception cref="StoreUnavailableException">Nothing was appended.</exception>
    /// <exception cref="OutcomeUnknownException">The connection broke before the answer came.</exception>
    ValueTask<EnrolmentAnswer> JoinAsync(Guid eventId, StudentJoined joined, CancellationToken cancellationToken = default);

    /// <summary>Lets a student leave a course.</summary>
    /// <param name="eventId">The event's identity.</param>
    /// <param name="left">Who leaves what.</param>
    /// <param name="cancellationToken">Stops the waiting.</param>
    /// <exception cref="StoreUnavailableException">Nothing was appended.</exception>
    /// <exception cref="OutcomeUnknownException">The connection broke before the answer came.</exception>
    ValueTask<EnrolmentAnswer> LeaveAsync(Guid eventId, StudentLeft left, CancellationToken cancellationToken = default);

    /// <summary>Appends events without deciding anything: what a store holds before a run.</summary>
    /// <param name="events">Events with their identities; the same order in the store.</param>
    /// <param name="cancellationToken">Stops the waiting.</param>
    /// <exception cref="StoreUnavailableException">Nothing was appended.</exception>
    /// <exception cref="OutcomeUnknownException">The connection broke before the answer came.</exception>
    ValueTask PreloadAsync(IReadOnlyList<StoredEnrolment> events, CancellationToken cancellationToken = default);

    /// <summary>Every event that is in the store now, in its order. With aggregates a joining is there twice, with two identities.</summary>
    /// <param name="cancellationToken">Ends the reading.</param>
    /// <exception cref="StoreUnavailableException">The store could not be reached.</exception>
    IAsyncEnumerable<StoredEnrolment> ReadAllAsync(CancellationToken cancellationToken = default);
}
