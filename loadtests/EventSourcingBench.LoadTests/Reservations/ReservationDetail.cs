namespace EventSourcingBench.LoadTests.Reservations;

/// <summary>Where the record of a step has it.</summary>
internal static class ReservationDetail
{
    /// <summary>Its member in JSON, and the beginning of its paths in reports.</summary>
    public const string Name = "reservations";

    extension(StepRecord step)
    {
        public ReservationRecord? Reservations => step.Detail<ReservationRecord>(Name);
    }
}
