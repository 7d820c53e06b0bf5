using System.Diagnostics;
using System.Globalization;
using System.Text;
using EventSourcingBench.Stores.Sqlite;
using SQLitePCL;

namespace EventSourcingBench.Stores.Tests;

/// <summary>
/// Bulk appends against a loop of one prepared statement, written directly, in turn, in one run: into one table, and into
/// the table with an index entry for each event by stream and by id.
/// By itself: <c>dotnet run -c Release --project tests/EventSourcingBench.Stores.Tests -- -explicit only -showLiveOutput -class '*SqliteBulkBenchmark'</c>.
/// </summary>
public sealed class SqliteBulkBenchmark(ITestOutputHelper output)
{
    // 1 MB of events of 21 bytes.
    private const int Buffer = 50_000;
    private const int Buffers = 5;
    private const int Rounds = 5;

    private const string Table = """
        CREATE TABLE events (position INTEGER PRIMARY KEY, stream TEXT NOT NULL, version INTEGER NOT NULL, id BLOB NOT NULL,
            type TEXT NOT NULL, data BLOB NOT NULL, metadata BLOB, recorded_at INTEGER NOT NULL);
        """;

    private const string Indexes = """
        CREATE UNIQUE INDEX events_by_stream ON events (stream, version);
        CREATE UNIQUE INDEX events_by_id ON events (id);
        """;

    private static readonly StoreDefinition Definition = new SqliteStorePlugin().Stores.Single(s => s.Name == "sqlite");

    [Theory(Explicit = true)]
    [InlineData(1)]
    [InlineData(100)]
    [InlineData(1_000)]
    public async Task Bulk_appends_against_the_statement_alone(int streams)
    {
        var (toTable, toIndexed) = (new List<double>(), new List<double>());
        for (var round = 0; round < Rounds; round++)
        {
            var folder = Directory.CreateTempSubdirectory("sqlite-bulk-");
            var own = await OwnAsync(streams, folder.FullName);
            var indexed = Bare(streams, Path.Combine(folder.FullName, "indexed.db"), Table + Indexes);
            var table = Bare(streams, Path.Combine(folder.FullName, "table.db"), Table);
            folder.Delete(recursive: true);
            toTable.Add(table.Processor / own.Processor);
            toIndexed.Add(indexed.Processor / own.Processor);
            output.WriteLine($"{streams} streams: own {Told(own)}, one table {Told(table)}, with both indexes {Told(indexed)}");
        }

        output.WriteLine($"{streams} streams, by processor time: {Median(toTable)} of one table, {Median(toIndexed)} of the table with both indexes");
    }

    [Fact(Explicit = true)]
    public async Task Single_appends_and_reads()
    {
        const int events = 20_000;
        var folder = Directory.CreateTempSubdirectory("sqlite-single-");
        await using (var store = await OpenAsync(folder.FullName))
        {
            var streams = Enumerable.Range(0, 100).Select(i => new StreamId($"currency-{i}")).ToArray();
            var appending = await TimedAsync(() => Parallel.ForEachAsync(
                Events(1, 0).Take(events).Select((e, i) => (e, i)),
                new ParallelOptions { MaxDegreeOfParallelism = 32 },
                async (one, cancel) => await store.Events!.AppendAsync(streams[one.i % streams.Length], ExpectedVersion.Any, [one.e.Event], cancel)));
            var reading = await TimedAsync(() => ReadAllAsync(store, streams, 5));
            output.WriteLine($"single appends: {events / appending:N0} a second of processor time; read by stream {5 * events / reading:N0}");

            var others = Enumerable.Range(0, 100).Select(i => new StreamId($"bulk-{i}")).ToArray();
            var bulk = Events(100, 1).ConvertAll(e => e with { Stream = new StreamId(e.Stream.Value.Replace("currency", "bulk", StringComparison.Ordinal)) });
            await store.Bulk!.AppendAsync(bulk, CancellationToken.None);
            var readingBulk = await TimedAsync(() => ReadAllAsync(store, others, 2));
            output.WriteLine($"read by stream what came in bulk: {2 * Buffer / readingBulk:N0} a second of processor time");
        }

        folder.Delete(recursive: true);
    }

    [Fact(Explicit = true)]
    public async Task Ten_million_events_in_flat_memory()
    {
        var folder = Directory.CreateTempSubdirectory("sqlite-bulk-");
        var highest = 0L;
        await using (var store = await OpenAsync(folder.FullName))
        {
            var start = Stopwatch.GetTimestamp();
            for (var buffer = 0; buffer < 200; buffer++)
            {
                await store.Bulk!.AppendAsync(Events(1_000, buffer), CancellationToken.None);
                highest = Math.Max(highest, Environment.WorkingSet);
                if (buffer % 20 == 19)
                {
                    output.WriteLine(FormattableString.Invariant(
                        $"{(buffer + 1) * Buffer:N0} events, {(buffer + 1) * Buffer / Stopwatch.GetElapsedTime(start).TotalSeconds:N0}/s, working set {Environment.WorkingSet >> 20} MB, highest {highest >> 20} MB"));
                }
            }
        }

        folder.Delete(recursive: true);
    }

    private static string Median(List<double> ratios)
    {
        ratios.Sort();
        return FormattableString.Invariant($"{ratios[ratios.Count / 2]:F2} ({ratios[0]:F2} to {ratios[^1]:F2})");
    }

    private static async Task<double> TimedAsync(Func<Task> work)
    {
        var used = Environment.CpuUsage.TotalTime;
        await work();
        return (Environment.CpuUsage.TotalTime - used).TotalSeconds;
    }

    private static async Task ReadAllAsync(IStore store, StreamId[] streams, int times)
    {
        for (var i = 0; i < times; i++)
        {
            foreach (var stream in streams)
            {
                await foreach (var recorded in store.Events!.ReadStreamAsync(stream))
                {
                    recorded.Version.ShouldBeGreaterThan(0);
                }
            }
        }
    }

    // On a machine with other work the events of a second of processor time tell more than those of a second.
    private static string Told((double Wall, double Processor) taken) => string.Create(
        CultureInfo.InvariantCulture, $"{Buffers * Buffer / taken.Wall:N0} events/s ({Buffers * Buffer / taken.Processor:N0} a second of processor time)");

    // 21 bytes each.
    private static List<BulkEvent> Events(int streams, int buffer)
    {
        var names = Enumerable.Range(0, streams).Select(i => new StreamId($"currency-{i}")).ToArray();
        return [.. Enumerable.Range(0, Buffer).Select(i => new BulkEvent(
            names[i % streams],
            new EventData(Guid.CreateVersion7(), "PriceTold", Encoding.UTF8.GetBytes(string.Create(CultureInfo.InvariantCulture, $"[\"EURUSD\",{buffer % 10},{i + 100_000}]")))))];
    }

    private static Task<IStore> OpenAsync(string folder) => Definition.OpenAsync(
        new StoreContext
        {
            Namespace = "own",
            DataFolder = folder,
            Options = StoreOptions.Create(Definition.Options, new Dictionary<string, string>()),
        },
        CancellationToken.None);

    private static async Task<(double Wall, double Processor)> OwnAsync(int streams, string folder)
    {
        var buffers = Enumerable.Range(0, Buffers).Select(i => Events(streams, i)).ToList();
        await using var store = await OpenAsync(folder);
        var (start, used) = (Stopwatch.GetTimestamp(), Environment.CpuUsage.TotalTime);
        foreach (var buffer in buffers)
        {
            await store.Bulk!.AppendAsync(buffer, CancellationToken.None);
        }

        return (Stopwatch.GetElapsedTime(start).TotalSeconds, (Environment.CpuUsage.TotalTime - used).TotalSeconds);
    }

    // Versions and bytes are prepared before the clock starts: nothing but binding and stepping is in the time.
    private static (double Wall, double Processor) Bare(int streams, string file, string schema)
    {
        var versions = new Dictionary<StreamId, long>();
        var rows = Enumerable.Range(0, Buffers).Select(i => Events(streams, i).ConvertAll(e => (
            Stream: Encoding.UTF8.GetBytes(e.Stream.Value),
            Version: versions[e.Stream] = versions.GetValueOrDefault(e.Stream) + 1,
            Id: e.Event.Id.ToByteArray(bigEndian: true),
            Type: Encoding.UTF8.GetBytes(e.Event.Type),
            Data: e.Event.Data.ToArray()))).ToList();
        raw.sqlite3_open(file, out var database).ShouldBe(raw.SQLITE_OK);
        raw.sqlite3_exec(database, "PRAGMA journal_mode = wal; PRAGMA synchronous = full; PRAGMA cache_size = -65536;" + schema).ShouldBe(raw.SQLITE_OK);
        raw.sqlite3_prepare_v2(database, Sql.AppendEvent, out var insert).ShouldBe(raw.SQLITE_OK);
        var (start, used) = (Stopwatch.GetTimestamp(), Environment.CpuUsage.TotalTime);
        foreach (var buffer in rows)
        {
            raw.sqlite3_exec(database, "BEGIN IMMEDIATE");
            foreach (var row in buffer)
            {
                raw.sqlite3_bind_text(insert, 1, row.Stream);
                raw.sqlite3_bind_int64(insert, 2, row.Version);
                raw.sqlite3_bind_blob(insert, 3, row.Id);
                raw.sqlite3_bind_text(insert, 4, row.Type);
                raw.sqlite3_bind_blob(insert, 5, row.Data);
                raw.sqlite3_bind_null(insert, 6);
                raw.sqlite3_bind_int64(insert, 7, 1);
                raw.sqlite3_step(insert);
                raw.sqlite3_reset(insert);
            }

            raw.sqlite3_exec(database, "COMMIT").ShouldBe(raw.SQLITE_OK);
        }

        var taken = (Stopwatch.GetElapsedTime(start).TotalSeconds, (Environment.CpuUsage.TotalTime - used).TotalSeconds);
        insert.Dispose();
        database.Dispose();
        return taken;
    }
}
