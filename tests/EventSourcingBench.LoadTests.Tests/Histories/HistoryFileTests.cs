using Apache.Arrow;
using Apache.Arrow.Ipc;

namespace EventSourcingBench.LoadTests.Tests;

public sealed class HistoryFileTests : TempFolderTest
{
    private static readonly string[] SampleKeys = ["a", "b", "c", "d"];
    private static readonly SafeEvents Content = new(seed: 5, symbols: 2, count: 3);

    [Fact]
    public void What_one_process_recorded_another_reads() => Prop.ForAll<(int[] Numbers, long Answer, uint Time, byte Choice)[]>(samples =>
    {
        var sent = New(workers: 3, SampleKeys);
        foreach (var operation in samples.SelectMany(s => s.Numbers.Select(n => Sample(n, s.Answer, s.Time, s.Choice))))
            sent.Lane(operation.Conflicts % 3).Add(operation);

        var read = New(workers: 1, ["other", "d", "a"]);
        CopyAsync(sent, read, process: 2).GetAwaiter().GetResult();

        ByName(read).Where(o => o.Process == 2).ShouldBe(ByName(sent).Select(o => o with { Process = 2 }));
    }).QuickCheckThrowOnFailure();

    [Fact]
    public async Task Many_batches_of_several_processes_are_read()
    {
        var sent = New(workers: 1, SampleKeys);
        for (var i = 0; i < 10_000; i++)
            sent.Lane(0).Add(Sample(i, i, (uint)i, 0));

        var read = New(workers: 1);
        await Task.WhenAll(CopyAsync(sent, read, process: 1), CopyAsync(sent, read, process: 2));

        read.Lanes.Select(l => (l.Process, l.Count)).Order().ShouldBe([(0, 0), (1, 10_000), (2, 10_000)]);
        read.Keys.Order().ShouldBe(SampleKeys);
    }

    [Fact]
    public async Task A_history_that_breaks_off_is_refused_wherever_it_does()
    {
        var sent = New(workers: 1, SampleKeys);
        sent.Lane(0).Add(Sample(1, 1, 1, 0));
        using var whole = new MemoryStream();
        await new HistoryFile(sent).SendAsync(whole, Cancel);
        // What follows the last batch is the mark of the end alone.
        var batches = (int)whole.Length - 8;

        for (var length = 0; length < batches; length++)
        {
            using var part = new MemoryStream(whole.ToArray()[..length]);
            var reading = new HistoryReader(New(workers: 1), 1).ReadAsync(part, Cancel);
            await Should.ThrowAsync<InvalidDataException>(reading, $"after {length} of {batches} bytes");
        }
    }

    [Fact]
    public async Task The_files_have_every_operation_observation_and_bulk_event()
    {
        var history = WithAllKinds();

        await new HistoryFile(history, new Dictionary<string, string>(StringComparer.Ordinal) { ["store"] = "memory" })
            .SaveAsync(Temp.Path, "003", Cancel);

        string[] files = ["003-operations.arrow", "003-observations.arrow", "003-bulk.arrow"];
        Directory.EnumerateFiles(Temp.Path).Select(Path.GetFileName).ShouldBe(files, ignoreOrder: true);
        var batches = await Task.WhenAll(files.Select(ReadAsync));
        Snapshots.ShouldBe("history.txt", string.Join('\n', files.Zip(batches, (file, batch) => $"# {file}\n{Text(batch)}")));
    }

    [Fact]
    public async Task A_step_that_sent_nothing_has_empty_files()
    {
        await new HistoryFile(New(workers: 1)).SaveAsync(Temp.Path, "001", Cancel);
        Directory.EnumerateFiles(Temp.Path).Select(Path.GetFileName).Order().ShouldBe(["001-observations.arrow", "001-operations.arrow"]);
        (await ReadAsync("001-operations.arrow")).Length.ShouldBe(0);
    }

    private static Operation Sample(int number, long answer, uint time, byte choice) => new(
        Math.Abs((long)number), (OperationKind)(choice % 4), Math.Abs(number % 3) + 1, number % 2 == 0 ? Operation.NoKey : 0, number,
        (ulong)answer * 31, answer, time, ~time, (Outcome)(choice % 5), choice, -answer, answer / 3);

    private static StepHistory New(int workers, string[]? keys = null, BulkHistory? bulk = null, TimeProvider? time = null) =>
        new(new EventIds(DateTimeOffset.UnixEpoch, 1), workers, time ?? TimeProvider.System, keys) { Bulk = bulk };

    private static async Task CopyAsync(StepHistory from, StepHistory to, int process)
    {
        using var stream = new MemoryStream();
        await new HistoryFile(from).SendAsync(stream, Cancel);
        stream.Position = 0;
        await new HistoryReader(to, process).ReadAsync(stream, Cancel);
    }

    // Keys have other indexes in another history.
    private static IEnumerable<(int Process, int Worker, Operation Operation, string? Key, string? Second)> ByName(StepHistory history) =>
        from lane in history.Lanes
        from o in lane.Operations
        select (lane.Process, lane.Worker, o with { Key = 0, SecondKey = 0 }, Name(history, o.Key), Name(history, o.SecondKey));

    private static string? Name(StepHistory history, int key) => key == Operation.NoKey ? null : history.Keys[key];

    private static StepHistory WithAllKinds()
    {
        var bulk = new BulkHistory(Content, 3);
        (bulk[0], bulk[1]) = (BulkState.Acknowledged, BulkState.Unknown);
        var history = New(1, ["a", "b"], bulk, new FakeClock());
        var worker = history.Lane(0);
        worker.Begin(5, due: null, OperationKind.Append, key: 0, secondKey: 1, hash: ulong.MaxValue);
        worker.End(Outcome.Success, version: 1);
        worker.Begin(0, due: null, OperationKind.BulkAppend, Operation.NoKey, argument: 3);
        worker.End(Outcome.Timeout);
        var observer = history.AddLane();
        observer.Begin(7, due: null, OperationKind.Read, key: 1);
        observer.Observe(new Observation(8, 1, uint.MaxValue));
        observer.Observe(new Observation(-1, 2, 4));
        observer.End(Outcome.Success, version: 1);
        return history;
    }

    private static string Text(RecordBatch batch) => string.Join('\n',
    [
        .. batch.Schema.Metadata.OrderBy(m => m.Key).Select(m => $"{m.Key} = {m.Value}"),
        .. batch.Schema.FieldsList.Zip(batch.Arrays, (f, values) => $"{f.Name} ({f.DataType.Name}): {string.Join(", ", Values(values))}"),
    ]);

    private static IEnumerable<object> Values(IArrowArray array) => array is not DictionaryArray names
        ? ((System.Collections.IEnumerable)array).Cast<object?>().Select(v => v ?? "null")
        : ((Int32Array)names.Indices).Select(i => i is { } index ? ((StringArray)names.Dictionary).GetString(index) : "null");

    private async Task<RecordBatch> ReadAsync(string file)
    {
        await using var stream = File.OpenRead(Temp.At(file));
        using var reader = new ArrowFileReader(stream);
        var batch = await reader.ReadNextRecordBatchAsync(Cancel);
        (await reader.ReadNextRecordBatchAsync(Cancel)).ShouldBeNull();
        return batch;
    }
}
