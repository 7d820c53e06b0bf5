namespace EventSourcingBench.LoadTests.Reservations;

/// <summary>The ids of the shows of a step.</summary>
internal static class ShowIds
{
    /// <summary>The id of a show: <c>s0</c>, <c>s1</c>, …</summary>
    public static string Of(int number) => string.Create(CultureInfo.InvariantCulture, $"s{number}");
}
