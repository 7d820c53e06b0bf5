namespace EventSourcingBench.Api.Tests;

public sealed partial class ReservationTests
{
    public static TheoryData<string> Strategies => [.. ReservationStrategies.Own.Select(s => s.Name)];
}
