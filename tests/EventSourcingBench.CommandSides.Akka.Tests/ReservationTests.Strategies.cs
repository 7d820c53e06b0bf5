namespace EventSourcingBench.Api.Tests;

public sealed partial class ReservationTests
{
    public static TheoryData<string> Strategies => ["akka"];
}
