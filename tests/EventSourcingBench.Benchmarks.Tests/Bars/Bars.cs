using System.Diagnostics;
using EventSourcingBench.Domain;
using Npgsql;

namespace EventSourcingBench.Benchmarks.Tests;

/// <summary>
/// What loading may cost. Run it by itself on a quiet machine: <c>dotnet run -c Release --project
/// tests/EventSourcingBench.Benchmarks.Tests -- -explicit only -showLiveOutput</c>. The published figures are
/// BullOak's: 10 x 10: 188 KB; 50000 x 50: 1.29 GB, which is taken for the lesser of the two meanings of KB and GB.
/// </summary>
public sealed class Bars(ITestOutputHelper output)
{
    private const long PublishedSmall = 188_000;
    private const long PublishedLarge = 1_290_000_000;
    private static readonly DataSet Small = new(10, 10);
    private static readonly DataSet Large = new(50_000, 50);

    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    [Fact(Explicit = true)]
    public async Task Loading_allocates_at_most_a_third_of_what_was_published()
    {
        var postgres = await AllocationsAsync("postgres");
        var sqlite = await AllocationsAsync("sqlite");
        var memory = await AllocationsAsync("memory");
        postgres.Small.ShouldBeLessThanOrEqualTo(PublishedSmall / 3);
        postgres.Large.ShouldBeLessThanOrEqualTo(PublishedLarge / 3);
        foreach (var other in new[] { sqlite, memory })
        {
            other.Small.ShouldBeLessThanOrEqualTo(postgres.Small);
            other.Large.ShouldBeLessThanOrEqualTo(postgres.Large);
        }
    }

    [Theory(Explicit = true)]
    [InlineData("memory")]
    [InlineData("sqlite")]
    [InlineData("postgres")]
    public async Task Reading_keeps_memory_flat(string name)
    {
        const long Most = 64 << 20;
        await using var store = await PreparedAsync(name, Large);
        await ReadAsync(store, new DataSet(10, 10));
        GC.Collect(GC.MaxGeneration, GCCollectionMode.Aggressive, blocking: true, compacting: true);
        var heap = GC.GetTotalMemory(forceFullCollection: true);
        var resident = Resident();
        var (heapPeak, residentPeak) = (heap, resident);
        var reading = Task.Run(() => ReadAsync(store, Large), Cancel);
        while (!reading.IsCompleted)
        {
            heapPeak = Math.Max(heapPeak, GC.GetTotalMemory(forceFullCollection: false));
            residentPeak = Math.Max(residentPeak, Resident());
            await Task.Delay(2, Cancel);
        }

        (await reading).ShouldBe(Large.Events);
        output.WriteLine(FormattableString.Invariant(
            $"{name}: reading 50000 x 50 takes {(heapPeak - heap) / 1048576.0:F1} MB of heap and {(residentPeak - resident) / 1048576.0:F1} MB of resident memory over the baseline"));
        (heapPeak - heap).ShouldBeLessThan(Most);
        (residentPeak - resident).ShouldBeLessThan(Most);
    }

    [Fact(Explicit = true)]
    public async Task PostgreSQL_loads_at_no_less_than_0_7_of_a_bare_reader()
    {
        const int Rounds = 31;
        var data = new DataSet(50_000, 10);
        await using var store = await PreparedAsync("postgres", data);
        await using var pool = NpgsqlDataSource.Create(store.ConnectionString!);
        var ratios = new List<double>();
        var (loads, bares) = (new List<double>(), new List<double>());
        var (loadCpu, bareCpu) = (TimeSpan.Zero, TimeSpan.Zero);
        for (var round = -3; round < Rounds; round++)
        {
            // Whoever comes first in a round comes second in the next; three rounds warm up.
            var isFirst = round % 2 == 0;
            var before = Environment.CpuUsage.TotalTime;
            var first = await TimeAsync(() => isFirst ? LoadAsync(store, data) : BareAsync(pool, store.Namespace, data));
            var between = Environment.CpuUsage.TotalTime;
            var second = await TimeAsync(() => isFirst ? BareAsync(pool, store.Namespace, data) : LoadAsync(store, data));
            var after = Environment.CpuUsage.TotalTime;
            var (load, bare) = isFirst ? (first, second) : (second, first);
            if (round >= 0)
            {
                loadCpu += isFirst ? between - before : after - between;
                bareCpu += isFirst ? after - between : between - before;
                ratios.Add(bare / load);
                loads.Add(load);
                bares.Add(bare);
            }
        }

        output.WriteLine(FormattableString.Invariant(
            $"postgres 50000 x 10: load {Median(loads):F1} ms, bare reader {Median(bares):F1} ms, ratio of the rates {Median(ratios):F3} ({ratios.Min():F3} to {ratios.Max():F3}); quickest rounds {loads.Min():F1} and {bares.Min():F1} ms, ratio {bares.Min() / loads.Min():F3}; processor time of this process {loadCpu.TotalMilliseconds / Rounds:F1} and {bareCpu.TotalMilliseconds / Rounds:F1} ms a round"));
        Median(ratios).ShouldBeGreaterThanOrEqualTo(0.7);
    }

    [Theory(Explicit = true)]
    [InlineData("memory")]
    [InlineData("sqlite")]
    [InlineData("postgres")]
    public async Task Time_is_proportional_to_the_number_of_events(string name)
    {
        var sets = new[] { 1_000, 2_000, 5_000, 10_000, 20_000, 50_000 }.Select(count => new DataSet(count, 10)).ToList();
        await using var store = await PreparedAsync(name, [.. sets]);
        for (var i = 0; i < 10; i++)
        {
            await LoadAsync(store, sets[3]);
        }

        var points = new List<(double X, double Y)>();
        foreach (var set in sets)
        {
            var times = new List<double>();
            for (var i = 0; i < 9; i++)
            {
                times.Add(await TimeAsync(() => LoadAsync(store, set)));
            }

            points.Add((Math.Log(set.Events), Math.Log(Median(times))));
        }

        var slope = Slope(points);
        output.WriteLine(FormattableString.Invariant(
            $"{name}: slope {slope:F3}; {string.Join(", ", points.Select(p => FormattableString.Invariant($"{Math.Exp(p.X):F0}: {Math.Exp(p.Y):F2} ms")))}"));
        slope.ShouldBeInRange(0.85, 1.15);
    }

    private async Task<(long Small, long Large)> AllocationsAsync(string name)
    {
        await using var store = await PreparedAsync(name, Small, Large);
        var (small, large) = (await AllocatedAsync(store, Small), await AllocatedAsync(store, Large));
        output.WriteLine(FormattableString.Invariant($"{name}: 10 x 10 allocates {small / 1024.0:F1} KiB, 50000 x 50 {large / 1048576.0:F1} MiB"));
        return (small, large);
    }

    private static async Task<long> AllocatedAsync(OpenedStore store, DataSet data)
    {
        var least = long.MaxValue;
        for (var i = 0; i < 5; i++)
        {
            var before = GC.GetTotalAllocatedBytes(precise: true);
            (await LoadAsync(store, data)).ShouldBe(data.Events);
            least = Math.Min(least, GC.GetTotalAllocatedBytes(precise: true) - before);
        }

        return least;
    }

    private static async Task<OpenedStore> PreparedAsync(string name, params DataSet[] sets)
    {
        var store = await OpenedStore.OpenAsync(name);
        foreach (var set in sets.Append(new DataSet(10, 10)))
        {
            await Preparation.EnsureStreamAsync(store.Events, set, Cancel);
        }

        return store;
    }

    private static async Task<long> LoadAsync(OpenedStore store, DataSet data) =>
        (await IdentifierList.LoadAsync(store.Events, data.Stream, IdentifiersState.Empty, Cancel)).Events;

    private static async Task<long> ReadAsync(OpenedStore store, DataSet data)
    {
        var events = 0L;
        await foreach (var recorded in store.Events.ReadStreamAsync(data.Stream, cancellationToken: Cancel))
        {
            events += Math.Sign(recorded.Data.Length);
        }

        return events;
    }

    // As little as a reader can do: the data alone, each into the same buffer.
    private static async Task<long> BareAsync(NpgsqlDataSource pool, string schema, DataSet data)
    {
        var buffer = new byte[1 << 20];
        var events = 0L;
        await using var command = pool.CreateCommand($"SELECT data FROM \"{schema}\".events WHERE stream = $1 ORDER BY version");
        command.Parameters.Add(new NpgsqlParameter { Value = data.Stream.Value });
        await using var reader = await command.ExecuteReaderAsync(Cancel);
        while (await reader.ReadAsync(Cancel))
        {
            events += Math.Sign(reader.GetBytes(0, 0, buffer, 0, buffer.Length));
        }

        return events;
    }

    private static async Task<double> TimeAsync(Func<Task<long>> action)
    {
        var clock = Stopwatch.GetTimestamp();
        await action();
        return Stopwatch.GetElapsedTime(clock).TotalMilliseconds;
    }

    private static double Median(List<double> values) => values.Order().ElementAt(values.Count / 2);

    private static double Slope(List<(double X, double Y)> points)
    {
        var (x, y) = (points.Average(p => p.X), points.Average(p => p.Y));
        return points.Sum(p => (p.X - x) * (p.Y - y)) / points.Sum(p => (p.X - x) * (p.X - x));
    }

    private static long Resident() => Environment.WorkingSet;
}
