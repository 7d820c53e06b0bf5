namespace EventSourcingBench.LoadTests.Targets;

/// <summary>Enrolments on a store under test.</summary>
internal interface IEnrolmentTarget
{
    /// <summary>Events that a joining leaves: 1 with DCB, 2 with aggregates.</summary>
    int EventsOfJoining { get; }

    /// <summary>Sends one operation. Does not throw for the store's errors.</summary>
    /// <param name="worker">Who sends; never twice at once.</param>
    /// <param name="id">The identity of its event.</param>
    /// <param name="wanted">The event that it is to lead to.</param>
    /// <param name="timeout">After this the outcome is unknown.</param>
    ValueTask<CommandReply<EnrolmentRefusal>> SendAsync(int worker, Guid id, EnrolmentEvent wanted, TimeSpan timeout);

    /// <summary>Fills the store with the events of so many operations, which no load touches, see <see cref="EnrolmentPreload"/>.</summary>
    /// <exception cref="StoreFailureException">It could not be filled.</exception>
    Task PreloadAsync(long operations, EventIds ids, CancellationToken cancellationToken);
}
