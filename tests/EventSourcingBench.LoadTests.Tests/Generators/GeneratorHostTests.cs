using EventSourcingBench.Measurement.Machines;

namespace EventSourcingBench.LoadTests.Tests;

public sealed class GeneratorHostTests : IAsyncLifetime
{
    private const string Token = "a secret of some length";

    private GeneratorHost _host = null!;
    private GeneratorClient _client = null!;

    public async ValueTask InitializeAsync()
    {
        _host = await GeneratorHost.StartAsync(new IPEndPoint(IPAddress.Loopback, 0), Token, TimeProvider.System);
        _client = new GeneratorClient(_host.Address, Token);
    }

    public ValueTask DisposeAsync()
    {
        _client.Dispose();
        return _host.DisposeAsync();
    }

    // A server written in .NET would run with other settings than those of its users.
    [Fact]
    public void Processes_that_it_starts_inherit_no_setting_of_its_sockets() =>
        Environment.GetEnvironmentVariable("DOTNET_SYSTEM_NET_SOCKETS_INLINE_COMPLETIONS").ShouldBeNull();

    [Fact]
    public async Task Beyond_loopback_it_does_not_listen_without_a_secret() =>
        (await Should.ThrowAsync<UserException>(GeneratorHost.StartAsync(new(IPAddress.Any, 0), token: null, TimeProvider.System)))
            .Message.ShouldContain(GeneratorToken.Variable);

    [Fact]
    public async Task It_says_which_clock_it_reads_and_refuses_who_has_another_secret_and_a_step_whose_bars_it_has_not()
    {
        var identity = await _client.IdentifyAsync(Cancel);
        (identity.Clock, ProcessIdentity.Find(identity.Process)).ShouldBe((ClockIdentity.Current, Environment.ProcessId));
        using var client = new GeneratorClient(_host.Address, "another secret of some length");
        (await Should.ThrowAsync<LoadEngineException>(client.IdentifyAsync(Cancel))).Message.ShouldContain("the secrets in");
        (await Should.ThrowAsync<LoadEngineException>(_client.PrepareAsync(Step()))).Message.ShouldContain("another runner");
    }

    [Fact]
    public async Task What_it_measured_and_sent_comes_back_whole()
    {
        var step = Step();
        await _client.TakeAsync(step.Bars, BarSource.Synthetic(1).Bars, Cancel);
        await _client.PrepareAsync(step);
        var recorder = new LoadRecorder("append", 2, TimeProvider.System);
        (await _client.WarmUpAsync(step.Id, TimeSpan.Zero)).ShouldBe(0);
        recorder.StartMeasuring();
        var history = new StepHistory(new EventIds(step.FirstId), workers: 1, TimeProvider.System);
        var result = await _client.MeasureAsync(step.Id, recorder, history);

        var live = recorder.Totals();
        var second = recorder.TakeSecond(0);
        recorder.Add(result.Operations, result.Errors, result.Slowest);
        recorder.Totals().ShouldBe(live);
        second.Errors.ShouldBe(live.Errors);
        live.Errors.ShouldBeGreaterThan(0);
        result.Time.Interrupted.ShouldBeFalse();
        result.Time.Elapsed.ShouldBeGreaterThanOrEqualTo(step.Simulation.Duration);
        recorder.Errors().Keys.ShouldHaveSingleItem().ShouldContain("no connection");
        await _client.ReadHistoryAsync(step.Id, history, process: 3);
        history.Count.ShouldBe(live.Requests);
        history.Operations.Select(o => o.Number).Order().ShouldBe(Enumerable.Range(0, (int)live.Requests).Select(n => (long)n));
        history.Operations.ShouldAllBe(o => o.Outcome == Outcome.Error && o.Hash != 0);
        history.Lanes.Select(l => (l.Process, l.Worker)).ShouldBe([(0, 0), (3, 0), (3, 1)]);
        history.Keys.ShouldBe(Symbols.Create(1).Select(s => CurrencyStreams.For(s).Value));
        await _client.ForgetAsync(step.Id);
        (await Should.ThrowAsync<LoadEngineException>(_client.ReadHistoryAsync(step.Id, history, process: 3)))
            .Message.ShouldContain("does not know the step");
    }

    [Fact]
    public async Task It_is_released_when_its_runner_is_gone_and_not_by_one_from_which_it_was_taken()
    {
        var (mine, others) = (Guid.NewGuid(), Guid.NewGuid());
        using var other = new GeneratorClient(_host.Address, Token);
        await other.TakeAsync(others, BarSource.Synthetic(1).Bars, Cancel);
        await _client.TakeAsync(mine, BarSource.Synthetic(1).Bars, Cancel);

        other.Dispose();
        await Task.Delay(TimeSpan.FromMilliseconds(300), Cancel);
        _host.Released.IsCompleted.ShouldBeFalse();
        _client.Dispose();
        await _host.Released.WaitAsync(TimeSpan.FromSeconds(10), Cancel);
    }

    [Fact]
    public async Task What_a_runner_that_vanished_has_left_ends_when_another_one_takes_the_generator()
    {
        var step = Step();
        await _client.TakeAsync(step.Bars, BarSource.Synthetic(1).Bars, Cancel);
        await _client.PrepareAsync(step);
        await _client.WarmUpAsync(step.Id, TimeSpan.Zero);
        using var other = new GeneratorClient(_host.Address, Token);
        await other.TakeAsync(Guid.NewGuid(), BarSource.Synthetic(1).Bars, Cancel);
        (await Should.ThrowAsync<LoadEngineException>(_client.StopAsync(step.Id))).Message.ShouldContain("taken by another runner");
    }

    [Fact]
    public async Task It_says_what_its_clock_shows()
    {
        var ahead = new ShiftedTime(TimeSpan.FromMinutes(-2));
        var (offset, error) = await _client.MeasureClockAsync(ahead, Cancel);

        error.ShouldBeInRange(TimeSpan.FromTicks(1), TimeSpan.FromSeconds(10));
        (offset - TimeSpan.FromMinutes(2)).Duration().ShouldBeLessThanOrEqualTo(error);
    }

    [Fact]
    public void One_address_can_name_several_generators_as_the_pods_of_an_indexed_job()
    {
        GeneratorAddress.ParseAll(["10.0.0.1:5090", "gen-[2].lab:5090"]).Select(a => a.Authority)
            .ShouldBe(["10.0.0.1:5090", "gen-0.lab:5090", "gen-1.lab:5090"]);
        foreach (var wrong in (string[])["gen-[x].lab:5090", "gen-[2.lab:5090", "gen-[0].lab:5090", "gen-0.lab", "http://gen:5090"])
            Should.Throw<UserException>(() => GeneratorAddress.ParseAll([wrong]).ToList()).Message.ShouldContain("say host:port");
    }

    [Theory]
    [InlineData("127.0.0.1:5090", true)]
    [InlineData("[::1]:0", true)]
    [InlineData("127.0.0.1", false)]
    [InlineData("::1", false)]
    [InlineData("::0", false)]
    public void A_generator_listens_at_an_address_with_a_port(string text, bool isOne)
    {
        if (isOne)
            GeneratorAddress.ParseListen(text).ToString().ShouldBe(text);
        else
            Should.Throw<UserException>(() => GeneratorAddress.ParseListen(text)).Message.ShouldContain("ADDRESS:PORT");
    }

    private sealed class ShiftedTime(TimeSpan by) : TimeProvider
    {
        public override DateTimeOffset GetUtcNow() => base.GetUtcNow() + by;
    }

    // Nothing listens there: each request is known not to be done.
    private static GeneratorStep Step() => new(
        Guid.NewGuid(), Bars: Guid.NewGuid(), "append",
        new Dictionary<string, string>(StringComparer.Ordinal) { ["streams"] = "1", ["timeout"] = "1s" }, Preload: null, Seed: 1,
        new ApiEndpoint("none", [new Uri("http://127.0.0.1:9/")], Routing.Client, EventsOfJoining: 1),
        new EventIds(DateTimeOffset.UnixEpoch, 1).First,
        new LoadSimulation(TimeSpan.Zero, TimeSpan.FromSeconds(0.3), Copies: 2),
        LoadShare.Whole, Delay: TimeSpan.Zero);
}
