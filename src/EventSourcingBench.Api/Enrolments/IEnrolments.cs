namespace EventSourcingBench.Api.Enrolments;

/// <summary>
/// Registers courses and students and lets students join and leave, with the store's way of keeping decisions consistent. After
/// a version conflict a decision is retried on the current state, up to <see cref="MaxRetries"/> times.
/// </summary>
public interface IEnrolments
{
    /// <summary>The number of retries before a version conflict is reported.</summary>
    const int MaxRetries = 20;

    /// <summary>The number of events per accepted enrolment or departure: 1 with DCB, 2 with aggregates.</summary>
    int EventsOfJoining { get; }

    /// <summary>Registers a course.</summary>
    /// <param name="eventId">The event's id; a retry uses the same id and is accepted again.</param>
    /// <param name="registered">The course.</param>
    /// <param name="cancellationToken">Cancels the wait.</param>
    /// <exception cref="StoreUnavailableException">Nothing was appended.</exception>
    /// <exception cref="OutcomeUnknownException">The connection broke before the answer arrived.</exception>
    ValueTask<EnrolmentAnswer> RegisterAsync(Guid eventId, CourseRegistered registered, CancellationToken cancellationToken = default);

    /// <summary>Registers a student.</summary>
    /// <param name="eventId">The event's identity.</param>
    /// <param name="registered">The student.</param>
    /// <param name="cancellationToken">Cancels the wait.</param>
    /// <exception cref="StoreUnavailableException">Nothing was appended.</exception>
    /// <exception cref="OutcomeUnknownException">The connection broke before the answer arrived.</exception>
    ValueTask<EnrolmentAnswer> RegisterAsync(Guid eventId, StudentRegistered registered, CancellationToken cancellationToken = default);

    /// <summary>Lets a student join a course.</summary>
    /// <param name="eventId">The event's identity.</param>
    /// <param name="joined">The student and the course.</param>
    /// <param name="cancellationToken">Cancels the wait.</param>
    /// <exception cref="StoreUnavailableException">Nothing was appended.</exception>
    /// <exception cref="OutcomeUnknownException">The connection broke before the answer arrived.</exception>
    ValueTask<EnrolmentAnswer> JoinAsync(Guid eventId, StudentJoined joined, CancellationToken cancellationToken = default);

    /// <summary>Lets a student leave a course.</summary>
    /// <param name="eventId">The event's identity.</param>
    /// <param name="left">The student and the course.</param>
    /// <param name="cancellationToken">Cancels the wait.</param>
    /// <exception cref="StoreUnavailableException">Nothing was appended.</exception>
    /// <exception cref="OutcomeUnknownException">The connection broke before the answer arrived.</exception>
    ValueTask<EnrolmentAnswer> LeaveAsync(Guid eventId, StudentLeft left, CancellationToken cancellationToken = default);

    /// <summary>Appends events without a decision, to preload a store.</summary>
    /// <param name="events">Events with their ids, in the order of the store.</param>
    /// <param name="cancellationToken">Cancels the wait.</param>
    /// <exception cref="StoreUnavailableException">Nothing was appended.</exception>
    /// <exception cref="OutcomeUnknownException">The connection broke before the answer arrived.</exception>
    ValueTask PreloadAsync(IReadOnlyList<StoredEnrolment> events, CancellationToken cancellationToken = default);

    /// <summary>All current events, in the store's order. With aggregates an enrolment is returned twice, with two ids.</summary>
    /// <param name="cancellationToken">Cancels the read.</param>
    /// <exception cref="StoreUnavailableException">The store could not be reached.</exception>
    IAsyncEnumerable<StoredEnrolment> ReadAllAsync(CancellationToken cancellationToken = default);
}
