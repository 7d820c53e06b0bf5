namespace EventSourcingBench.LoadTests.EndToEnd.Tests;

/// <summary>Where the time of requests goes.</summary>
internal static class Breakdown
{
    /// <summary>Checks that a delay of the store, of 20 ms, is in its part of the requests of a step and in no other, and that the slowest
    /// requests are kept.</summary>
    public static void ShouldBeInTheStore(StepRecord step, bool isDirect)
    {
        var success = step.Operations.Single(o => o.Outcome == Outcome.Success);
        var parts = RequestBreakdown.At([success], 50)!;
        var median = LatencyHistogram.FromRecord(success.ServiceTime).Percentile(50).TotalMilliseconds;
        // Of short requests 1 in 16 is measured: on a busy machine none may be at the median. That bands are exact is another test's.
        parts.Skip(1).Sum().ShouldBe(median, 0.3 * median);
        Part("store").ShouldBeGreaterThanOrEqualTo(20);
        foreach (var other in (string[])["route", "wait", "adapter", "answer"])
            Part(other).ShouldBeLessThan(10, other);

        (Part("route") > 0 && Part("answer") > 0).ShouldBe(!isDirect);
        step.Slowest.Count.ShouldBe((int)Math.Min(SlowRequest.Kept, success.ServiceTime.Count));
        step.Slowest[0].Service.ShouldBe(TimeSpan.FromMicroseconds(success.ServiceTime.MaxMicroseconds), TimeSpan.FromMicroseconds(2));
        step.Slowest.ShouldAllBe(r => (r.Parts == null || r.Parts.Count == 5) && r.Start < step.Elapsed);

        double Part(string name) => parts[RequestBreakdown.Parts.ToList().IndexOf(name)];
    }
}
