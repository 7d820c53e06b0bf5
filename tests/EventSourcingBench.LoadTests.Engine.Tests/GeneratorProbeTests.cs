namespace EventSourcingBench.LoadTests.Engine.Tests;

public sealed class GeneratorProbeTests
{
    private const string Answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

    [Fact]
    public async Task Measures_the_engine_in_turn_with_another_generator()
    {
        await using var server = new ScriptedServer(_ => Answer);
        var (rates, bytes) = await new GeneratorProbe(server.Start(), TimeProvider.System).MeasureAsync(
            rounds: 1, TimeSpan.Zero, TimeSpan.FromMilliseconds(200), () => Task.FromResult<double?>(1_000), Cancel);

        rates.OwnRate.ShouldBeGreaterThan(0);
        rates.Ratio.ShouldBe(rates.OwnRate / 1_000);
        bytes.ShouldBeGreaterThan(0);
        GeneratorProbe.BytesOfRecording(TimeProvider.System).ShouldBe(0);
    }

    [Fact]
    public async Task The_ceiling_is_measured_once_for_each_number_of_copies()
    {
        await using var server = new ScriptedServer(_ => Answer);
        var ceiling = await CeilingAsync(server, 2, 1, 2);
        ceiling.Keys.ShouldBe([1, 2]);
        ceiling.Values.ShouldAllBe(rate => rate > 0);
        server.Requests.ShouldAllBe(r => r.StartsWith("POST /noop HTTP/1.1\r\n", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_ceiling_of_failures_is_none()
    {
        await using var server = new ScriptedServer(_ => "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
        (await Should.ThrowAsync<StoreFailureException>(CeilingAsync(server, 1))).Message.ShouldContain("/noop failed");
    }

    [Theory]
    [InlineData("  1 requests in 2s\nRequests/sec:  57572.12\nTransfer/sec: 5MB\n", 57572.12)]
    [InlineData("unable to connect", null)]
    [InlineData("  Non-2xx or 3xx responses: 8\nRequests/sec:  57572.12\n", null)]
    [InlineData("  Socket errors: connect 0, read 3, write 0, timeout 0\nRequests/sec:  57572.12\n", null)]
    public void Wrk_s_number_is_read_only_when_all_went_well(string output, double? rate) => Wrk.Parse(output).ShouldBe(rate);

    [Fact]
    public void The_ratio_is_the_median_of_the_rounds_own_ratios()
    {
        var rates = new TurnRates([10, 60, 50], [10, 30, 100]);
        (rates.OwnRate, rates.OtherRate, rates.Ratio).ShouldBe((50, 30, 1));
        new TurnRates([10], []).Ratio.ShouldBeNull();
    }

    private static Task<IReadOnlyDictionary<int, double>> CeilingAsync(ScriptedServer server, params int[] copies) => NoOpCeiling
        .MeasureAsync(server.Start(), copies, "{}"u8.ToArray(), TimeSpan.FromSeconds(0.5), TimeProvider.System, Cancel);
}
