namespace EventSourcingBench.LoadTests.Enrolments;

/// <summary>Sums up the operations of a step.</summary>
internal static class EnrolmentTallies
{
    /// <param name="history">What was asked and answered. Nothing writes to it any more.</param>
    /// <param name="sharesCourses">Whether all clients share their courses.</param>
    public static EnrolmentRecord Of(StepHistory history, bool sharesCourses)
    {
        var sent = history.Operations.Where(o => o.Kind == OperationKind.Append).ToList();
        var done = sent.Where(o => o.Outcome == Outcome.Success).ToList();
        var joinings = done.Where(o => o.SecondKey != Operation.NoKey).ToList();
        return new EnrolmentRecord
        {
            Operations = done.Count,
            Joinings = joinings.Count,
            Events = done.Count + (joinings.Count * (history.EventsPerOperation - 1L)),
            Refused = sent.LongCount(o => o.Outcome == Outcome.Refused),
            Retries = sent.Sum(o => o.Outcome == Outcome.Conflict ? o.Conflicts - 1L : o.Conflicts),
            CoursesFilled = sharesCourses ? joinings.CountBy(o => o.Key).LongCount(c => c.Value >= EnrolmentScript.HotPlaces) : 0,
        };
    }
}
