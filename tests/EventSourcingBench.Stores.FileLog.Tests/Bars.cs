using System.Diagnostics;
using System.Globalization;

namespace EventSourcingBench.Stores.FileLog.Tests;

/// <summary>
/// What the log reaches, as ratios to what the same disk gave in the same run. By hand:
/// <c>dotnet run -c Release --project tests/EventSourcingBench.Stores.FileLog.Tests -- -explicit only -showliveoutput</c>.
/// </summary>
public sealed class Bars(ITestOutputHelper output) : IDisposable
{
    private const int BufferBytes = 1 << 20;
    private const int EventBytes = 21;
    private const int Events = 2_000_000;

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("filelog-bars-");

    public void Dispose() => _folder.Delete(recursive: true);

    [Theory(Explicit = true)]
    [InlineData(1)]
    [InlineData(2)]
    public async Task Bulk_in_buffers_of_1_MB_against_dd(int inFlight)
    {
        for (var round = 0; round < 5; round++)
        {
            var disk = DiskBytesPerSecond();
            await using var store = await TestLog.OpenAsync(_folder, "bars" + round);
            var buffers = Buffers();
            var before = await store.Storage!.ReadAsync();
            var started = Stopwatch.GetTimestamp();
            var next = -1;
            await Task.WhenAll(Enumerable.Range(0, inFlight).Select(_ => Task.Run(async () =>
            {
                for (var i = Interlocked.Increment(ref next); i < buffers.Count; i = Interlocked.Increment(ref next))
                {
                    await store.Bulk!.AppendAsync(buffers[i]);
                }
            })));
            var seconds = Stopwatch.GetElapsedTime(started).TotalSeconds;
            var written = (await store.Storage.ReadAsync()).DataBytes - before.DataBytes;
            output.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                $"{inFlight} in flight: {Events / seconds:N0} events/s; log {written / seconds / 1e6:N0} MB/s, {written / (double)Events:0.0} bytes an event; dd {disk / 1e6:N0} MB/s; log/dd {written / seconds / disk:0.00}; data/dd {EventBytes * (long)Events / seconds / disk:0.00}"));
        }
    }

    [Fact(Explicit = true)]
    public async Task Waiters_share_an_fsync()
    {
        // Rounds are short, so that what else runs on the machine meets both halves of one.
        var ratios = new List<double>();
        await using var store = await TestLog.OpenAsync(_folder, "waiters");
        await RateAsync(store, 4, 10_000);
        for (var round = 0; round < 21; round++)
        {
            var one = await RateAsync(store, 1, 1_500);
            var many = await RateAsync(store, 32, 20_000);
            ratios.Add(many / one);
            output.WriteLine(string.Create(CultureInfo.InvariantCulture, $"1 waiter {one:N0}/s, 32 waiters {many:N0}/s: {many / one:0.0} times"));
        }

        ratios.Sort();
        output.WriteLine(string.Create(CultureInfo.InvariantCulture, $"median {ratios[10]:0.0} times, {ratios[2]:0.0} to {ratios[18]:0.0} but for two at each end"));
    }

    [Fact(Explicit = true)]
    public async Task Ten_million_events_in_flat_memory()
    {
        const int Buffers = 200;
        var store = await TestLog.OpenAsync(_folder, "flat", keepData: true);
        var peak = 0L;
        for (var i = 0; i < Buffers; i++)
        {
            await store.Bulk!.AppendAsync(Buffer(i, 50_000));
            peak = Math.Max(peak, Process.GetCurrentProcess().WorkingSet64);
        }

        output.WriteLine($"after {Buffers * 50_000:N0} events: resident {Process.GetCurrentProcess().WorkingSet64 >> 20} MB, peak {peak >> 20} MB, managed {GC.GetTotalMemory(true) >> 20} MB");
        var (count, started) = (0L, Stopwatch.GetTimestamp());
        await foreach (var batch in store.Subscription!.SubscribeAsync(Checkpoint.Start))
        {
            count += batch.Events.Count;
            if (batch.CaughtUp)
            {
                break;
            }
        }

        output.WriteLine($"subscribed {count:N0} events, {count / Stopwatch.GetElapsedTime(started).TotalSeconds:N0}/s: resident {Process.GetCurrentProcess().WorkingSet64 >> 20} MB");
        count.ShouldBe(Buffers * 50_000L);
        await store.DisposeAsync();
        started = Stopwatch.GetTimestamp();
        await using var again = await TestLog.OpenAsync(_folder, "flat");
        output.WriteLine($"opened again in {Stopwatch.GetElapsedTime(started).TotalMilliseconds:N0} ms, every byte read: {(await again.Storage!.ReadAsync()).DataBytes / count:N0} bytes an event");
    }

    private static async Task<double> RateAsync(IStore store, int waiters, int appends)
    {
        var left = appends;
        var started = Stopwatch.GetTimestamp();
        await Task.WhenAll(Enumerable.Range(0, waiters).Select(w => Task.Run(async () =>
        {
            var stream = new StreamId($"stream-{w}");
            var data = new byte[EventBytes];
            while (Interlocked.Decrement(ref left) >= 0)
            {
                await store.Events!.AppendAsync(stream, ExpectedVersion.Any, [new EventData(Guid.CreateVersion7(), "Tick", data)]);
            }
        })));
        return appends / Stopwatch.GetElapsedTime(started).TotalSeconds;
    }

    private static List<BulkEvent[]> Buffers() =>
        [.. Enumerable.Range(0, Events / (BufferBytes / EventBytes)).Select(i => Buffer(i, BufferBytes / EventBytes)), Buffer(99, Events % (BufferBytes / EventBytes))];

    private static BulkEvent[] Buffer(int seed, int count)
    {
        var random = new Random(seed);
        var streams = Enumerable.Range(0, 100).Select(s => new StreamId($"symbol-{s}")).ToArray();
        var data = new byte[EventBytes];
        return [.. Enumerable.Range(0, count).Select(_ => new BulkEvent(streams[random.Next(streams.Length)], new EventData(Guid.CreateVersion7(), "Tick", data)))];
    }

    private double DiskBytesPerSecond()
    {
        const int Blocks = 200;
        var path = Path.Combine(_folder.FullName, "dd.bin");
        using var dd = Process.Start(new ProcessStartInfo("dd", ["if=/dev/zero", "of=" + path, "bs=1M", $"count={Blocks}", "oflag=dsync"]) { RedirectStandardError = true, UseShellExecute = false })!;
        var started = Stopwatch.GetTimestamp();
        dd.StandardError.ReadToEnd();
        dd.WaitForExit();
        dd.ExitCode.ShouldBe(0);
        var seconds = Stopwatch.GetElapsedTime(started).TotalSeconds;
        File.Delete(path);
        return Blocks * (double)BufferBytes / seconds;
    }
}
