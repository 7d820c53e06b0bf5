using System.Collections.Concurrent;
using System.Diagnostics;
using System.Globalization;

namespace EventSourcingBench.Stores.PostgreSql.Tests;

/// <summary>
/// The server is killed (SIGKILL, all of its processes at once) while events are appended, started again on what is on
/// the disk, and held to what it acknowledged. Killing spares the page cache: this is the crash of the process, not of the power.
/// </summary>
public sealed class CrashTests(ITestOutputHelper output)
{
    private const int Writers = 4;

    [Fact]
    public Task Nothing_acknowledged_is_lost_when_the_server_is_killed() => CrashAsync(trials: 2);

    // By hand: dotnet run -c Release --project tests/EventSourcingBench.Stores.PostgreSql.Tests -- -explicit only -showLiveOutput -method '*a_hundred_times'
    [Fact(Explicit = true)]
    public Task Nothing_acknowledged_is_lost_a_hundred_times() => CrashAsync(trials: 100);

    private async Task CrashAsync(int trials)
    {
        await using var server = await CrashServer.StartAsync();
        var recoveries = new List<double>();
        var acknowledged = new ConcurrentBag<Guid>();
        var total = (Acknowledged: 0, Unknown: 0);
        for (var trial = 1; trial <= trials; trial++)
        {
            var unknown = await AppendUntilKilledAsync(server, trial, acknowledged);
            var start = Stopwatch.GetTimestamp();
            await server.RestartAsync();
            await VerifyAsync(server, acknowledged, unknown, start, recoveries);
            total = (acknowledged.Count, total.Unknown + unknown.Sum(append => append.Length));
        }

        recoveries.Sort();
        output.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"{trials} kills, {total.Acknowledged} events acknowledged, 0 lost, {total.Unknown} of unknown outcome; from the start of the server to the first event read: median {recoveries[recoveries.Count / 2]:0} ms, most {recoveries[^1]:0} ms"));
    }

    private static async Task<List<Guid[]>> AppendUntilKilledAsync(CrashServer server, int trial, ConcurrentBag<Guid> acknowledged)
    {
        var store = await server.OpenAsync();
        var unknown = new ConcurrentBag<Guid[]>();
        var before = acknowledged.Count;
        var writers = Enumerable.Range(0, Writers).Select(w => Task.Run(() => AppendAsync(store, new StreamId($"t{trial}-{w}"), w, acknowledged, unknown))).ToList();

        // A different moment of the appends in each trial.
        while (acknowledged.Count < before + 50 + (trial * 37 % 200))
        {
            await Task.Delay(1);
        }

        await server.KillAsync();
        await Task.WhenAll(writers);
        await store.DisposeAsync();
        return [.. unknown];
    }

    // Half of the writers append one by one, half pour in.
    private static async Task AppendAsync(IStore store, StreamId stream, int writer, ConcurrentBag<Guid> acknowledged, ConcurrentBag<Guid[]> unknown)
    {
        while (true)
        {
            var events = Enumerable.Range(0, writer % 2 == 0 ? 1 : 150).Select(_ => new EventData(Guid.CreateVersion7(), "Tested", "{}"u8.ToArray())).ToList();
            try
            {
                if (events.Count == 1)
                {
                    await store.Events!.AppendAsync(stream, ExpectedVersion.Any, events);
                }
                else
                {
                    await store.Bulk!.AppendAsync([.. events.Select(e => new BulkEvent(stream, e))]);
                }

                events.ForEach(e => acknowledged.Add(e.Id));
            }
            catch (OutcomeUnknownException)
            {
                unknown.Add([.. events.Select(e => e.Id)]);
                return;
            }
            catch (StoreUnavailableException)
            {
                return;
            }
        }
    }

    private static async Task VerifyAsync(
        CrashServer server, ConcurrentBag<Guid> acknowledged, List<Guid[]> unknown, long start, List<double> recoveries)
    {
        await using var store = await server.OpenAsync();
        var ids = new HashSet<Guid>();
        var versions = new Dictionary<StreamId, long>();
        await foreach (var batch in store.Subscription!.SubscribeAsync(Checkpoint.Start))
        {
            if (ids.Count == 0)
            {
                recoveries.Add(Stopwatch.GetElapsedTime(start).TotalMilliseconds);
            }

            foreach (var recorded in batch.Events)
            {
                ids.Add(recorded.Id).ShouldBeTrue("an event is there twice");
                recorded.Version.ShouldBe(versions[recorded.Stream] = versions.GetValueOrDefault(recorded.Stream) + 1);
            }

            if (batch.CaughtUp)
            {
                break;
            }
        }

        acknowledged.Count(id => !ids.Contains(id)).ShouldBe(0, "acknowledged and lost");
        ids.Except(acknowledged).Except(unknown.SelectMany(append => append)).ShouldBeEmpty("never acknowledged, and known not to have been done");

        // What was unknown is known now, and each append is there as a whole or not at all.
        foreach (var append in unknown.Where(append => append.Any(ids.Contains)))
        {
            append.ShouldAllBe(id => ids.Contains(id));
            Array.ForEach(append, acknowledged.Add);
        }
    }
}
