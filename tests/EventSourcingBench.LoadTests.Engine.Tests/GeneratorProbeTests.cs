namespace EventSourcingBench.LoadTests.Engine.Tests;

public sealed class GeneratorProbeTests
{
    private const string Answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

    [Fact]
    public async Task Measures_the_engine_with_or_without_wrk()
    {
        await using var server = new ScriptedServer(_ => Answer);

        var measured = await new GeneratorProbe(TimeProvider.System).MeasureAsync(
            server.Start(), rounds: 1, secondsPerRound: 1, TestContext.Current.CancellationToken);

        measured.EngineRate.ShouldBeGreaterThan(0);
        measured.Failures.ShouldBe(0);
        measured.BytesOfRecording.ShouldBe(0);
        measured.BytesPerRequest.ShouldBeGreaterThan(0);
        (measured.WrkRate is null).ShouldBe(measured.WrkUnavailable is not null);
        (measured.Ratio is null).ShouldBe(measured.Passed is null);
    }

    [Fact]
    public async Task The_ceiling_is_measured_once_for_each_number_of_copies()
    {
        await using var server = new ScriptedServer(_ => Answer);

        var ceiling = await NoOpCeiling.MeasureAsync(
            server.Start(), [2, 1, 2], "{}"u8.ToArray(), TimeSpan.FromSeconds(0.5), TimeProvider.System, TestContext.Current.CancellationToken);

        ceiling.Keys.ShouldBe([1, 2]);
        ceiling.Values.ShouldAllBe(rate => rate > 0);
        server.Requests.ShouldAllBe(r => r.StartsWith("POST /noop HTTP/1.1\r\n", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_ceiling_of_failures_is_none()
    {
        await using var server = new ScriptedServer(_ => "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");

        var error = await Should.ThrowAsync<StoreFailureException>(NoOpCeiling.MeasureAsync(
            server.Start(), [1], "{}"u8.ToArray(), TimeSpan.FromSeconds(0.5), TimeProvider.System, TestContext.Current.CancellationToken));

        error.Message.ShouldContain("/noop failed");
    }

    [Theory]
    [InlineData("  1 requests in 2s\nRequests/sec:  57572.12\nTransfer/sec: 5MB\n", 57572.12)]
    [InlineData("unable to connect", null)]
    [InlineData("  Non-2xx or 3xx responses: 8\nRequests/sec:  57572.12\n", null)]
    [InlineData("  Socket errors: connect 0, read 3, write 0, timeout 0\nRequests/sec:  57572.12\n", null)]
    public void Wrk_s_number_is_read_only_when_all_went_well(string output, double? rate) => Wrk.Parse(output).ShouldBe(rate);

    [Fact]
    public void The_bars_are_judged_by_medians()
    {
        var measured = new GeneratorMeasurement
        {
            Connections = 8,
            EngineRounds = [10, 60, 50],
            WrkRounds = [100, 90],
            BytesPerRequest = 3_072,
            BytesOfRecording = 0,
            Failures = 0,
        };

        measured.EngineRate.ShouldBe(50);
        measured.WrkRate.ShouldBe(95);
        measured.Passed.ShouldBe(true);
        (measured with { WrkRounds = [101] }).Passed.ShouldBe(false);
        (measured with { BytesPerRequest = 3_073 }).Passed.ShouldBe(false);
        (measured with { BytesOfRecording = 1 }).Passed.ShouldBe(false);
        (measured with { Failures = 1 }).Passed.ShouldBe(false);
        (measured with { WrkRounds = [], WrkUnavailable = new Unavailable("no", "yes") }).Passed.ShouldBeNull();
    }
}
