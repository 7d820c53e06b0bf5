namespace EventSourcingBench.Stores.FileLog.Tests;

/// <summary>
/// Writers in a separate process that are killed as by <c>kill -9</c> and start again on what they left. That shows that
/// nothing acknowledged is held back in the process; it does not test fsync, since the page cache outlives the process:
/// <see cref="PowerCutTests"/> do.
/// </summary>
public sealed class KillTests : IDisposable
{
    private const int Trials = 5;

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("killed-");

    public static TheoryData<string> Stores => ["filelog", "sqlite"];

    public void Dispose() => _folder.Delete(recursive: true);

    [Theory]
    [MemberData(nameof(Stores))]
    public async Task Nothing_acknowledged_is_lost_when_the_writer_is_killed(string store)
    {
        var random = new Random(Trials);
        var (definition, project, context) = Opening(store);
        // Each killed writer is followed by one that goes on with its log.
        var writer = new KilledWriter(store, project, context);
        for (var trial = 0; trial < Trials; trial++)
        {
            await writer.RunAsync(TimeSpan.FromMilliseconds(random.Next(5, 250)));
            await using var opened = await definition.OpenAsync(context, CancellationToken.None);
            (await writer.Ledger.CheckAsync(opened)).ShouldBe(0);
        }

        writer.Ledger.Acknowledged.ShouldBeGreaterThan(Trials);
    }

    private (StoreDefinition Definition, string Project, StoreContext Context) Opening(string store)
    {
        StoreDefinition definition = store == "filelog" ? TestLog.Definition : new SqliteStorePlugin().Stores.Single(s => s.Name == store);
        var project = (store == "filelog" ? typeof(FileLogPlugin) : typeof(SqliteStorePlugin)).Assembly.GetName().Name!;
        return (definition, project, new StoreContext
        {
            Namespace = "kill",
            DataFolder = _folder.FullName,
            Options = StoreOptions.Create(definition.Options, new Dictionary<string, string>()),
            KeepData = true,
        });
    }
}
