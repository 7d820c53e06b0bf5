using System.Diagnostics;
using System.Globalization;
using EventSourcingBench.Stores.Sqlite;
using EventSourcingBench.Tests;

namespace EventSourcingBench.Stores.FileLog.Tests;

/// <summary>
/// Writers in a process of their own that are killed as by <c>kill -9</c> and start again on what they left. That shows that
/// nothing acknowledged is held back in the process; it does not test fsync, since the page cache outlives the process:
/// <see cref="PowerCutTests"/> do.
/// </summary>
public sealed class KillTests(ITestOutputHelper output) : IDisposable
{
    private const int Smoke = 5;
    private const int Full = 100;
    private const int TrialsOnALog = 10;

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("killed-");

    public static TheoryData<string> Stores => ["filelog", "sqlite"];

    public void Dispose() => _folder.Delete(recursive: true);

    [Theory]
    [MemberData(nameof(Stores))]
    public Task Nothing_acknowledged_is_lost_when_the_writer_is_killed(string store) => KillAsync(store, Smoke);

    // By hand: dotnet run -c Release --project tests/EventSourcingBench.Stores.FileLog.Tests -- -explicit only -class '*KillTests' -showliveoutput
    [Theory(Explicit = true)]
    [MemberData(nameof(Stores))]
    public Task Nothing_acknowledged_is_lost_in_100_kills(string store) => KillAsync(store, Full);

    private async Task KillAsync(string store, int trials)
    {
        var random = new Random(trials);
        var recoveries = new List<double>();
        var (acknowledged, lost) = (0, 0);
        KilledWriter? writer = null;
        for (var trial = 0; trial < trials; trial++)
        {
            // Each killed writer is followed by one that goes on with its log, until the log is long.
            var (definition, project, context) = Opening(store, "kill" + (trial / TrialsOnALog));
            var next = new KilledWriter(store, project, context);
            if (trial % TrialsOnALog != 0)
            {
                foreach (var (id, known) in writer!.Acknowledged)
                {
                    next.Acknowledged.Add(id, known);
                }
            }

            writer = next;
            await writer.RunAsync(TimeSpan.FromMilliseconds(random.Next(5, 250)));
            var started = Stopwatch.GetTimestamp();
            await using var opened = await definition.OpenAsync(context, CancellationToken.None);
            recoveries.Add(Stopwatch.GetElapsedTime(started).TotalMilliseconds);
            lost += await writer.CountLostAsync(opened, CancellationToken.None);
            acknowledged = trial % TrialsOnALog == TrialsOnALog - 1 || trial == trials - 1 ? acknowledged + writer.Acknowledged.Count : acknowledged;
        }

        recoveries.Sort();
        output.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"{store}: {trials} kills, {acknowledged} acknowledged, {lost} lost; opened again in {recoveries[0]:0.0} ms at least, {recoveries[recoveries.Count / 2]:0.0} ms median, {recoveries[^1]:0.0} ms at most"));
        lost.ShouldBe(0);
        acknowledged.ShouldBeGreaterThan(trials);
    }

    private (StoreDefinition Definition, string Project, StoreContext Context) Opening(string store, string space)
    {
        StoreDefinition definition = store == "filelog" ? TestLog.Definition : new SqliteStorePlugin().Stores.Single(s => s.Name == store);
        var project = (store == "filelog" ? typeof(FileLogPlugin) : typeof(SqliteStorePlugin)).Assembly.GetName().Name!;
        return (definition, project, new StoreContext
        {
            Namespace = space,
            DataFolder = _folder.FullName,
            Options = StoreOptions.Create(definition.Options, new Dictionary<string, string>()),
            KeepData = true,
        });
    }
}
