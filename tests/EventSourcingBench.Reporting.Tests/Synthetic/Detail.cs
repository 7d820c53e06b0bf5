namespace EventSourcingBench.Reporting.Tests;

/// <summary>What a suite adds to the record of a step.</summary>
internal static class Detail
{
    public static IDictionary<string, JsonElement> Of(IngestRecord record) => StepRecord.DetailsOf((IngestDetail.Name, record));

    public static IDictionary<string, JsonElement> Of(GrowthRecord record) => StepRecord.DetailsOf((GrowthDetail.Name, record));

    public static IDictionary<string, JsonElement> Of(ReservationRecord record) => StepRecord.DetailsOf((ReservationDetail.Name, record));

    public static IDictionary<string, JsonElement> Of(EnrolmentRecord record) => StepRecord.DetailsOf((EnrolmentDetail.Name, record));
}
