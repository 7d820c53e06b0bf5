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
    private const int Rounds = 10;
    private static readonly TimeSpan Round = TimeSpan.FromSeconds(2);

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

        Task<double> Contract() => RateAsync(async stream => await store.Events!.AppendAsync(
            new StreamId(stream), ExpectedVersion.Any, [new EventData(Guid.CreateVersion7(), "Measured", payload)], Limit));
        Task<double> Direct() => RateAsync(async stream => await client.AppendToStreamAsync(
            $"{run}/{stream}",
            StreamState.Any,
            [new ClientEvent(Uuid.FromGuid(Guid.CreateVersion7()), "Measured", payload)],
            userCredentials: credentials,
            cancellationToken: Limit));

        await Contract();
        await Direct();
        var (contract, direct) = (new List<double>(), new List<double>());
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

        output.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{append}: contract {Median(contract):0} appends/s, direct {Median(direct):0} appends/s, ratio {Median(contract) / Median(direct):0.000} (medians of {Rounds} rounds, {Writers} writers; ratios by round {string.Join(' ', contract.Zip(direct, (c, d) => (c / d).ToString("0.00", CultureInfo.InvariantCulture)))})"));
        contract.ShouldAllBe(rate => rate > 0);
        direct.ShouldAllBe(rate => rate > 0);
    }

    private static async Task<double> RateAsync(Func<string, Task> append)
    {
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
        return counts.Sum() / watch.Elapsed.TotalSeconds;
    }

    private static double Median(List<double> values)
    {
        var sorted = values.Order().ToList();
        return (sorted[(sorted.Count - 1) / 2] + sorted[sorted.Count / 2]) / 2;
    }
}
