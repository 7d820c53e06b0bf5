namespace EventSourcingBench.Stores.Tests;

/// <summary>A folder of one test of a store on SQLite.</summary>
public abstract class SqliteTest : TempFolderTest
{
    protected DirectoryInfo Folder => new(Temp.Path);

    protected Task<IStore> OpenAsync(string name = "sqlite", bool keepData = false, params (string Key, string Value)[] options)
    {
        var definition = new SqliteStorePlugin().Stores.Single(s => s.Name == name);
        var context = definition.NewContext(Folder.FullName, options: options) with { Namespace = "bench", KeepData = keepData };
        return definition.OpenAsync(context, CancellationToken.None);
    }

    /// <summary>Appends an event to a stream; there must be no conflict.</summary>
    protected static async Task<Appended> AppendAsync(IStore store, StreamId stream, ExpectedVersion expected, EventData? data = null) =>
        (await store.Events!.AppendAsync(stream, expected, [data ?? Sample.Event()], Cancel)).ShouldBeOfType<Appended>();

    /// <summary>Reads a stream, whose versions must be contiguous.</summary>
    protected static async Task<List<RecordedEvent>> ReadAsync(IStore store, StreamId stream, long from = 1, long count = long.MaxValue)
    {
        var read = await store.Events!.ReadStreamAsync(stream, from, count, Cancel).ToListAsync(Cancel);
        read.ShouldBeContiguous(from);
        return read;
    }
}
