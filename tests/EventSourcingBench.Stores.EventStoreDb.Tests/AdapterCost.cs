using System.Diagnostics;
using System.Globalization;
using EventSourcingBench.Conformance;

namespace EventSourcingBench.Stores.EventStoreDb.Tests;

/// <summary>
/// What the adapter adds: the same appends through the contract and written directly against the client, in one run,
/// in interleaved rounds. It asserts nothing of time: it prints both figures.
/// </summary>
public sealed class AdapterCost(ITestOutputHelper output)
{
    private const int Writers = 8;
    private const int Rounds = 60;
    private static readonly TimeSpan Round = TimeSpan.FromMilliseconds(500);

    private static CancellationToken Limit => TestContext.Current.CancellationToken;

    [Theory(Explicit = true)]
    [InlineData("batch")]
    [InlineData("unary")]
    public async Task Through_the_contract_and_directly(string append)
    {
        var connectionString = await LogTestServer.ConnectAsync(Limit);
        await using var store = await LogTestServer.OpenAsync(connectionString, Limit, ("append", append));
        var settings = LogClientSettings.Create(connectionString);
        settings.OperationOptions.ThrowOnAppendFailure = false;
        await using var client = new LogClient(settings);
        var credentials = append == "batch" ? null : settings.DefaultCredentials ?? new UserCredentials("nobody", "nothing");
        var payload = Sample.Event().Data;
        var run = Guid.NewGuid().ToString("N");

        Task<Measured> Contract() => MeasureAsync(async stream => await store.Events!.AppendAsync(
            new StreamId(stream), ExpectedVersion.Any, [new EventData(Guid.CreateVersion7(), "Measured", payload)], Limit));
        Task<Measured> Direct() => MeasureAsync(async stream => await client.AppendToStreamAsync(
            $"{run}/{stream}",
            StreamState.Any,
            [new ClientEvent(Uuid.FromGuid(Guid.CreateVersion7()), "Measured", payload)],
            userCredentials: credentials,
            cancellationToken: Limit));

        await Contract();
        await Direct();
        var (contract, direct) = (new List<Measured>(), new List<Measured>());
        for (var round = 0; round < Rounds; round++)
        {
            // By turns first, so that neither has the fresher server.
            if (round % 2 == 0)
            {
                contract.Add(await Contract());
                direct.Add(await Direct());
            }
            else
            {
                direct.Add(await Direct());
                contract.Add(await Contract());
            }
        }

        var (through, without) = (Total(contract), Total(direct));
        output.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{append}, {Writers} writers, {Rounds} interleaved rounds: contract {through.Rate:0} appends/s, direct {without.Rate:0} appends/s, ratio {through.Rate / without.Rate:0.000}; median of the rounds' ratios {Median(contract.Zip(direct, (c, d) => c.Rate / d.Rate)):0.000}; CPU of this process for an append {through.Cpu:0.0} us and {without.Cpu:0.0} us"));
        contract.Concat(direct).ShouldAllBe(round => round.Count > 0);
    }

    private static async Task<Measured> MeasureAsync(Func<string, Task> append)
    {
        var cpu = Environment.CpuUsage.TotalTime;
        var watch = Stopwatch.StartNew();
        var counts = await Task.WhenAll(Enumerable.Range(0, Writers).Select(writer => Task.Run(async () =>
        {
            var count = 0;
            for (; watch.Elapsed < Round; count++)
            {
                await append($"measured-{writer}");
            }

            return count;
        })));
        return new Measured(counts.Sum(), watch.Elapsed, Environment.CpuUsage.TotalTime - cpu);
    }

    private static Measured Total(List<Measured> rounds) => new(
        rounds.Sum(r => r.Count),
        TimeSpan.FromTicks(rounds.Sum(r => r.Elapsed.Ticks)),
        TimeSpan.FromTicks(rounds.Sum(r => r.CpuTime.Ticks)));

    private static double Median(IEnumerable<double> values)
    {
        var sorted = values.Order().ToList();
        return (sorted[(sorted.Count - 1) / 2] + sorted[sorted.Count / 2]) / 2;
    }

    private readonly record struct Measured(int Count, TimeSpan Elapsed, TimeSpan CpuTime)
    {
        public double Rate => Count / Elapsed.TotalSeconds;

        public double Cpu => CpuTime.TotalMicroseconds / Count;
    }
}
