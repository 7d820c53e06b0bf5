namespace EventSourcingBench.LoadTests.Enrolments;

/// <summary>Where the record of a step has it.</summary>
internal static class EnrolmentDetail
{
    /// <summary>Its member in JSON, and the beginning of its paths in reports.</summary>
    public const string Name = "enrolments";

    extension(StepRecord step)
    {
        public EnrolmentRecord? Enrolments => step.Detail<EnrolmentRecord>(Name);
    }
}
