using System.Diagnostics;
using JasperFx.Events;
using Npgsql;

namespace EventSourcingBench.Stores.Marten.Tests;

/// <summary>
/// What the adapter costs: the same appends through the contract and written directly against Marten, in turn, in one run.
/// Run it by itself: <c>dotnet run -c Release --project tests/EventSourcingBench.Stores.Marten.Tests -- -explicit only
/// -showLiveOutput</c>.
/// </summary>
public sealed class OverheadBenchmark : MartenTest
{
    private const int Writers = 8;
    private const int Rounds = 61;
    private static readonly TimeSpan Round = TimeSpan.FromMilliseconds(400);

    [Fact(Explicit = true)]
    public async Task Appends_through_the_contract_against_appends_written_directly()
    {
        var store = await OpenAsync();
        await using var pool = NpgsqlDataSource.Create(new NpgsqlConnectionStringBuilder(ConnectionString) { MaxPoolSize = 40 });
        var options = MartenOptions.From(Context().Options);
        using var direct = new DocumentStores(pool, Namespace, options).Build();
        Task Contract(string stream) => store.Events!.AppendAsync(new StreamId(stream), ExpectedVersion.Any, [Sample.Event()], CancellationToken.None).AsTask();
        await MeasureAsync(Contract);
        await MeasureAsync(Direct);
        var ratios = new List<double>();
        var total = (Contract: 0.0, Direct: 0.0);
        for (var round = 0; round < Rounds; round++)
        {
            // Whoever comes first in a round comes second in the next.
            var first = round % 2 == 0 ? await MeasureAsync(Contract) : await MeasureAsync(Direct);
            var second = round % 2 == 0 ? await MeasureAsync(Direct) : await MeasureAsync(Contract);
            var (contract, plain) = round % 2 == 0 ? (first, second) : (second, first);
            ratios.Add(contract / plain);
            total = (total.Contract + contract, total.Direct + plain);
        }

        ratios.Sort();
        TestContext.Current.TestOutputHelper!.WriteLine(FormattableString.Invariant(
            $"{Writers} writers, a stream each, {Rounds} rounds in turn: contract {total.Contract / Rounds:F0} appends/s, direct {total.Direct / Rounds:F0}; ratio of the means {total.Contract / total.Direct:F3}, median of the rounds {ratios[Rounds / 2]:F3} (quartiles {ratios[Rounds / 4]:F3} and {ratios[Rounds * 3 / 4]:F3})"));

        async Task Direct(string stream)
        {
            var given = Sample.Event();
            await using var session = direct.LightweightSession();
            session.Events.Append(stream, new Event<StoredEvent>(new StoredEvent(given.Type, given.Data, given.Metadata)) { Id = given.Id });
            await session.SaveChangesAsync(CancellationToken.None);
        }
    }

    private static async Task<double> MeasureAsync(Func<string, Task> append)
    {
        var clock = Stopwatch.StartNew();
        var counts = await Task.WhenAll(Enumerable.Range(0, Writers).Select(_ => Task.Run(async () =>
        {
            var stream = Sample.NewStream().Value;
            var count = 0;
            while (clock.Elapsed < Round)
            {
                await append(stream);
                count++;
            }

            return count;
        })));
        return counts.Sum() / clock.Elapsed.TotalSeconds;
    }
}
