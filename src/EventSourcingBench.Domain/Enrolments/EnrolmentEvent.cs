namespace EventSourcingBench.Domain.Enrolments;

/// <summary>Something that happened to a course, a student, or both.</summary>
public abstract record EnrolmentEvent
{
    private protected EnrolmentEvent()
    {
    }
}
