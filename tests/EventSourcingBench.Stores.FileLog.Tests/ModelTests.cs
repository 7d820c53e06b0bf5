namespace EventSourcingBench.Stores.FileLog.Tests;

/// <summary>Random calls, answered as a list in memory would answer them; the log is opened again now and then.</summary>
public sealed class ModelTests
{
    private static readonly (string, string) Small = ("filelog.segmentSize", "10000");

    [Fact]
    public async Task It_answers_as_lists_in_memory_would()
    {
        for (var seed = 0; seed < 12; seed++)
            await RunAsync(new Random(seed), seed);
    }

    private static async Task RunAsync(Random random, int seed)
    {
        var disk = new SimulatedDisk();
        var model = Enumerable.Range(0, 5).ToDictionary(s => new StreamId($"stream-{s}"), _ => new List<EventData>());
        var names = model.Keys.ToArray();
        var all = new List<Guid>();
        var store = TestLog.Open(disk, Small);
        for (var step = 0; step < 120; step++)
        {
            var stream = names[random.Next(names.Length)];
            switch (random.Next(10))
            {
                case < 4:
                    var expected = ExpectedVersion.After(random.Next(2) == 0 ? model[stream].Count : random.Next(4));
                    var events = Events(random, random.Next(1, 5));
                    var result = await store.Events!.AppendAsync(stream, expected, events);
                    if (expected.Allows(model[stream].Count))
                    {
                        model[stream].AddRange(events);
                        all.AddRange(events.Select(e => e.Id));
                        result.ShouldBeOfType<Appended>().StreamVersion.ShouldBe(model[stream].Count, $"seed {seed}");
                    }
                    else
                    {
                        result.ShouldBe(new WrongExpectedVersion(expected, model[stream].Count), $"seed {seed}");
                    }

                    break;
                case < 6:
                    var bulk = Events(random, random.Next(1, 150)).Select(e => new BulkEvent(names[random.Next(names.Length)], e)).ToList();
                    await store.Bulk!.AppendAsync(bulk);
                    all.AddRange(bulk.Select(e => e.Event.Id));
                    bulk.ForEach(e => model[e.Stream].Add(e.Event));
                    break;
                case < 9:
                    var (from, count) = (random.Next(1, model[stream].Count + 3), random.Next(1, 40));
                    var read = await store.ReadAsync(stream, from, count);
                    var there = model[stream].Skip(from - 1).Take(count).ToList();
                    read.Select(e => e.Id).ShouldBe(there.Select(e => e.Id), $"seed {seed}");
                    read.ShouldBeContiguous(from);
                    foreach (var (actual, data) in read.Zip(there))
                        actual.ShouldBeSame(data);

                    break;
                default:
                    await store.DisposeAsync();
                    store = TestLog.Open(disk, Small);
                    break;
            }
        }

        var delivered = new List<RecordedEvent>();
        var checkpoint = Checkpoint.Start;
        while (delivered.Count < all.Count)
        {
            // A new subscription for each batch: any checkpoint must do.
            var batch = await store.BatchAsync(checkpoint);
            var taken = batch.Events.Take(random.Next(1, 60)).ToList();
            delivered.AddRange(taken);
            checkpoint = taken.Count == batch.Events.Count ? batch.Checkpoint : new Checkpoint($"{taken[^1].Position}");
        }

        // The order of the log is the order of the calls, and inside a call that of its list.
        delivered.Select(e => e.Id).ShouldBe(all, $"seed {seed}");
        await store.DisposeAsync();
    }

    private static EventData[] Events(Random random, int count) => [.. Enumerable.Range(0, count).Select(_ =>
        new EventData(Guid.CreateVersion7(), $"Type{random.Next(12)}", Json(random.Next(80)))
        {
            Metadata = random.Next(3) == 0 ? Json(random.Next(200)) : default(ReadOnlyMemory<byte>),
        })];

    private static byte[] Json(int length) => System.Text.Encoding.UTF8.GetBytes($"\"{new string('x', length)}\"");
}
