using System.Diagnostics;
using System.Reflection;

namespace EventSourcingBench.Stores.UmaDb.Tests;

/// <summary>What a unary call costs, against the real server.</summary>
public sealed class GrpcCostTests(ITestOutputHelper output)
{
    private const int Rounds = 41;
    private const int CallsInARound = 500;
    private const int MostBytes = 3 * 1024;

    private static bool IsOptimised => typeof(UmaDbCalls).Assembly.GetCustomAttribute<DebuggableAttribute>() is not { IsJITOptimizerDisabled: true };

    [Fact]
    public async Task A_call_allocates_at_most_3_KB()
    {
        Assert.SkipUnless(IsOptimised, "In a debug build async methods allocate what they do not in a release build.");
        using var calls = await ConnectAsync();

        // The test runner's own values in the execution context would make the handler's continuations 80 bytes larger.
        Task<long> measuring;
        using (ExecutionContext.SuppressFlow())
        {
            measuring = Task.Run(() => LeastAsync(calls));
        }

        var least = await measuring;
        output.WriteLine($"{least} bytes a call");
        least.ShouldBeLessThanOrEqualTo(MostBytes);
    }

    // Run by hand: dotnet run -c Release --project tests/EventSourcingBench.Stores.UmaDb.Tests -- -explicit only -showliveoutput
    [Fact(Explicit = true)]
    public async Task What_a_call_takes_over_the_cheapest_exchange()
    {
        var server = UmaDbServer.Parse(await UmaDbTestServer.ConnectAsync(CancellationToken.None));
        using var calls = new UmaDbCalls(server.Address, TimeProvider.System);
        using var raw = new RawHttp2(server.Address, "/umadb.v1.DCB/Head");
        var (own, cheapest) = (new List<double>(), new List<double>());
        for (var round = 0; round < Rounds; round++)
        {
            var rawTimes = new double[CallsInARound];
            for (var i = 0; i < rawTimes.Length; i++)
            {
                var start = Stopwatch.GetTimestamp();
                raw.Exchange();
                rawTimes[i] = Stopwatch.GetElapsedTime(start).TotalMicroseconds;
            }

            var ownTimes = new double[CallsInARound];
            for (var i = 0; i < ownTimes.Length; i++)
            {
                var start = Stopwatch.GetTimestamp();
                await calls.HeadAsync(deadline: null, CancellationToken.None);
                ownTimes[i] = Stopwatch.GetElapsedTime(start).TotalMicroseconds;
            }

            // The first rounds compile.
            if (round > 4)
            {
                cheapest.Add(Median(rawTimes));
                own.Add(Median(ownTimes));
            }
        }

        var differences = own.Zip(cheapest, (o, c) => o - c).ToArray();
        output.WriteLine($"median of a round, microseconds: own {Median([.. own]):0.0}, raw {Median([.. cheapest]):0.0}");
        output.WriteLine($"own less raw by rounds: median {Median(differences):0.0}, least {differences.Min():0.0}, most {differences.Max():0.0}; ratio {Median([.. own.Zip(cheapest, (o, c) => o / c)]):0.00}");
    }

    private static async Task<long> LeastAsync(UmaDbCalls calls)
    {
        var least = long.MaxValue;
        for (var trial = 0; trial < 6; trial++)
        {
            var before = GC.GetTotalAllocatedBytes(precise: true);
            for (var i = 0; i < 1000; i++)
            {
                (await calls.HeadAsync(deadline: null, CancellationToken.None)).Get();
            }

            least = Math.Min(least, (GC.GetTotalAllocatedBytes(precise: true) - before) / 1000);
        }

        return least;
    }

    private static async Task<UmaDbCalls> ConnectAsync() =>
        new(UmaDbServer.Parse(await UmaDbTestServer.ConnectAsync(CancellationToken.None)).Address, TimeProvider.System);

    private static double Median(double[] values)
    {
        Array.Sort(values);
        return values[values.Length / 2];
    }
}
