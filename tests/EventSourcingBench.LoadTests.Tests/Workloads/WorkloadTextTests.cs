namespace EventSourcingBench.LoadTests.Tests;

public sealed class WorkloadTextTests
{
    [Theory]
    [InlineData("append", "quick", "copies 1, 2, 4, 8; 3.5 s each after 1 s of warm-up; 1 trial")]
    [InlineData("enrolment", "smoke", "copies 1, 4; 0, 240 operations stored before; 0.5 s each after 0.1 s of warm-up; 1 trial")]
    [InlineData(
        "reservation",
        "quick",
        "250, 500, 1000 requests/s; 1,000 shows of 50 seats; serial, concurrent; optimistic, single-writer; 5 s each after 2 s of warm-up; 1 trial")]
    [InlineData("ingest", "smoke", "1, 2,000 events; buffers 4KB; blocking and non-blocking; nodes 1; 2 trials")]
    [InlineData("growth", "smoke", "to 6,000 events; a sample every 2,000")]
    public void A_profile_is_told_by_its_parameters(string suite, string profile, string text) =>
        WorkloadText.Of(WorkloadFile.Load(suite, profile)).ShouldBe(text);
}
