namespace EventSourcingBench.Api.Enrolments;

/// <summary>Registers courses and students and lets students join and leave, with the store's way of keeping decisions consistent. After a
/// version conflict a decision is retried on the current state, up to <see cref="MaxRetries"/> times.</summary>
public interface IEnrolments
{
    const int MaxRetries = 20;

    /// <summary>The number of events per accepted enrolment or departure: 1 with DCB, 2 with aggregates.</summary>
    int EventsOfJoining { get; }

    /// <summary>Appends an event unless a rule refuses it. A retry uses the same id and is accepted again.</summary>
    /// <exception cref="StoreUnavailableException">Nothing was appended.</exception>
    /// <exception cref="OutcomeUnknownException">The connection broke before the answer arrived.</exception>
    ValueTask<EnrolmentAnswer> RunAsync(Guid eventId, EnrolmentEvent wanted, CancellationToken cancellationToken = default);

    /// <summary>Appends events without a decision, in the order of the store, to preload it.</summary>
    /// <exception cref="StoreUnavailableException">Nothing was appended.</exception>
    /// <exception cref="OutcomeUnknownException">The connection broke before the answer arrived.</exception>
    ValueTask PreloadAsync(IReadOnlyList<StoredEnrolment> events, CancellationToken cancellationToken = default);

    /// <summary>All current events, in the store's order. With aggregates an enrolment is returned twice, with two ids.</summary>
    /// <exception cref="StoreUnavailableException">The store could not be reached.</exception>
    IAsyncEnumerable<StoredEnrolment> ReadAllAsync(CancellationToken cancellationToken = default);

    /// <summary>Enrolments on an open store; null if it has neither DCB nor appends to several streams.</summary>
    static IEnrolments? On(IStore store) => store switch
    {
        { Dcb: { } dcb } => new DcbEnrolments(dcb),
        { Events: { } events, MultiStream: { } streams, Subscription: { } all } => new AggregateEnrolments(events, streams, all),
        _ => null,
    };
}

/// <summary>The result of a command: the rule that refused it, the number of version conflicts, whether every attempt had one,
/// the acknowledged position, and the version of the course's stream, or the store's head, that it was decided on. Null: none.</summary>
public readonly record struct EnrolmentAnswer(
    EnrolmentRefusal? Refusal, int Retries, bool IsConflict = false, long? Position = null, long? After = null);

public readonly record struct StoredEnrolment(Guid Id, EnrolmentEvent Event);
