namespace EventSourcingBench.LoadTests.Enrolments;

/// <summary>Enrolments on a store under test.</summary>
internal interface IEnrolmentTarget
{
    /// <summary>Events that a joining leaves: 1 with DCB, 2 with aggregates.</summary>
    int EventsOfJoining { get; }

    /// <summary>Sends one operation. Does not throw for the store's errors.</summary>
    /// <param name="worker">Who sends; never twice at once.</param>
    /// <param name="command">The operation.</param>
    /// <param name="timeout">After this the outcome is unknown.</param>
    ValueTask<EnrolmentReply> SendAsync(int worker, EnrolmentCommand command, TimeSpan timeout);

    /// <summary>Fills the store with the events of so many operations, which no load touches.</summary>
    /// <param name="operations">How many.</param>
    /// <param name="ids">Their identities, see <see cref="EnrolmentPreload"/>.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <exception cref="StoreFailureException">It could not be filled.</exception>
    Task PreloadAsync(long operations, EventIds ids, CancellationToken cancellationToken);
}
