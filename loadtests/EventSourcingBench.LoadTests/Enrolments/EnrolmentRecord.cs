namespace EventSourcingBench.LoadTests.Enrolments;

/// <summary>What the operations of a step of the suite <c>enrolment</c> came to, warm-up included.</summary>
/// <param name="Operations">Operations that the store acknowledged: registrations and joinings.</param>
/// <param name="Events">As many as operations with DCB, one more for each joining with aggregates.</param>
/// <param name="Retries">Version conflicts, each followed by another attempt, on the way to an answer.</param>
/// <param name="CoursesFilled">Shared courses that were filled to their last place; 0 where each client has its own courses.</param>
internal sealed record EnrolmentRecord(
    long Operations, long Joinings, long Events, long Refused = 0, long Retries = 0, long CoursesFilled = 0)
{
    public const string Name = "enrolments";

    /// <summary>Events for an operation; null without one.</summary>
    public double? EventsPerOperation => Operations == 0 ? null : (double)Events / Operations;

    public static EnrolmentRecord Of(StepHistory history, bool sharesCourses)
    {
        // Counted where they are: the history may take half of the memory.
        var sent = history.Where((in o) => o.Kind == OperationKind.Append);
        var joined = sent.Where(o => o.Outcome == Outcome.Success && o.SecondKey != Operation.NoKey);
        var (done, joinings) = (sent.LongCount(o => o.Outcome == Outcome.Success), joined.LongCount());
        return new(
            done, joinings,
            Events: done + (joinings * (history.EventsPerOperation - 1L)),
            Refused: sent.LongCount(o => o.Outcome == Outcome.Refused),
            Retries: sent.Sum(o => o.Outcome == Outcome.Conflict ? o.Conflicts - 1L : o.Conflicts),
            CoursesFilled: sharesCourses ? joined.CountBy(o => o.Key).LongCount(c => c.Value >= EnrolmentScript.HotPlaces) : 0);
    }
}
