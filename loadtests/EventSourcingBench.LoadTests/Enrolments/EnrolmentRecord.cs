namespace EventSourcingBench.LoadTests.Enrolments;

/// <summary>What the operations of a step of the suite <c>enrolment</c> came to, warm-up included.</summary>
internal sealed record EnrolmentRecord
{
    /// <summary>Operations that the store acknowledged: registrations and joinings.</summary>
    public required long Operations { get; init; }

    /// <summary>Those of them that were joinings.</summary>
    public required long Joinings { get; init; }

    /// <summary>
    /// Events that the load left in the store: as many as operations with DCB, one more for each joining with aggregates.
    /// </summary>
    public required long Events { get; init; }

    /// <summary>Operations that a rule refused.</summary>
    public long Refused { get; init; }

    /// <summary>Version conflicts, each followed by another attempt, on the way to an answer.</summary>
    public long Retries { get; init; }

    /// <summary>Shared courses that were filled to their last place; 0 where each client has its own courses.</summary>
    public long CoursesFilled { get; init; }

    /// <summary>Events for an operation; null without one.</summary>
    public double? EventsPerOperation => Operations == 0 ? null : (double)Events / Operations;
}
