using System.Collections.Concurrent;

namespace EventSourcingBench.Stores.PostgreSql.Tests;

/// <summary>
/// The server is killed (SIGKILL, all of its processes at once) while events are appended, started again on what is on
/// the disk, and compared with what it acknowledged. Killing spares the page cache: this is the crash of the process, not of the power.
/// </summary>
public sealed class CrashTests
{
    private const int Trials = 2;
    private const int Writers = 4;

    [Fact]
    public async Task Nothing_acknowledged_is_lost_when_the_server_is_killed()
    {
        await using var server = await CrashServer.StartAsync();
        var acknowledged = new ConcurrentBag<Guid>();
        for (var trial = 1; trial <= Trials; trial++)
        {
            var unknown = await AppendUntilKilledAsync(server, trial, acknowledged);
            await server.RestartAsync();
            await VerifyAsync(server, acknowledged, unknown);
        }
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

    // Half of the writers append one by one, half in bulk.
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

    private static async Task VerifyAsync(CrashServer server, ConcurrentBag<Guid> acknowledged, List<Guid[]> unknown)
    {
        await using var store = await server.OpenAsync();
        var ids = new HashSet<Guid>();
        var versions = new Dictionary<StreamId, long>();
        await foreach (var batch in store.Subscription!.SubscribeAsync(Checkpoint.Start))
        {
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
