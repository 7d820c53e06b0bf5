using System.Diagnostics;
using System.Globalization;
using System.Text;
using Npgsql;

namespace EventSourcingBench.Stores.PostgreSql.Tests;

/// <summary>
/// Bulk appends against psql's <c>\copy</c> of the same rows into a table of the same shape, in turn, in one run. By itself:
/// <c>dotnet run -c Release --project tests/EventSourcingBench.Stores.PostgreSql.Tests -- -explicit only -showLiveOutput -class '*BulkBenchmark'</c>.
/// </summary>
public sealed class BulkBenchmark(ITestOutputHelper output) : PostgresTest
{
    // 1 MB of events of 21 bytes.
    private const int Buffer = 50_000;
    private const int Buffers = 5;
    private const int Rounds = 5;

    [Theory(Explicit = true)]
    [InlineData(1)]
    [InlineData(1_000)]
    public async Task Bulk_appends_against_copy_by_psql(int streams)
    {
        var ratios = new List<double>();
        for (var round = 0; round < Rounds; round++)
        {
            var (own, bare) = round % 2 == 0
                ? (await OwnAsync(streams, round), await BareAsync(streams, round))
                : Swap(await BareAsync(streams, round), await OwnAsync(streams, round));
            ratios.Add(bare / own);
            output.WriteLine(FormattableString.Invariant(
                $"{streams} streams: own {Buffers * Buffer / own:N0} events/s, \\copy {Buffers * Buffer / bare:N0}; ratio {bare / own:F2}"));
        }

        ratios.Sort();
        output.WriteLine(FormattableString.Invariant($"{streams} streams: median of the ratios {ratios[Rounds / 2]:F2} ({ratios[0]:F2} to {ratios[^1]:F2})"));
    }

    [Fact(Explicit = true)]
    public async Task Ten_million_events_in_flat_memory()
    {
        var store = await OpenAsync();
        var highest = 0L;
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

    private static (double Own, double Bare) Swap(double bare, double own) => (own, bare);

    // 21 bytes each.
    private static List<BulkEvent> Events(int streams, int buffer)
    {
        var names = Enumerable.Range(0, streams).Select(i => new StreamId($"currency-{i}")).ToArray();
        return [.. Enumerable.Range(0, Buffer).Select(i => new BulkEvent(
            names[i % streams],
            new EventData(Guid.CreateVersion7(), "PriceTold", Encoding.UTF8.GetBytes(string.Create(CultureInfo.InvariantCulture, $"[\"EURUSD\",{buffer % 10},{i + 100_000}]")))))];
    }

    private async Task<double> OwnAsync(int streams, int round)
    {
        var buffers = Enumerable.Range(0, Buffers).Select(i => Events(streams, i)).ToList();
        var context = Context() with { Namespace = $"{Namespace}_{round}" };
        await using var store = await Definition.OpenAsync(context, CancellationToken.None);
        await SettleAsync();
        var start = Stopwatch.GetTimestamp();
        foreach (var buffer in buffers)
        {
            await store.Bulk!.AppendAsync(buffer, CancellationToken.None);
        }

        return Stopwatch.GetElapsedTime(start).TotalSeconds;
    }

    // The same rows, in the order of the list, a \copy and so a commit for each buffer, by one psql.
    private async Task<double> BareAsync(int streams, int round)
    {
        var folder = Directory.CreateTempSubdirectory("copy-");
        var context = Context() with { Namespace = $"{Namespace}_{round}" };
        await using var store = await Definition.OpenAsync(context, CancellationToken.None);
        var versions = new Dictionary<StreamId, long>();
        var script = new StringBuilder("\\timing on\n");
        for (var i = 0; i < Buffers; i++)
        {
            var file = Path.Combine(folder.FullName, $"{i}.txt");
            await File.WriteAllLinesAsync(file, Events(streams, i).Select(e =>
            {
                var version = versions[e.Stream] = versions.GetValueOrDefault(e.Stream) + 1;
                return FormattableString.Invariant($"{e.Stream}\t{version}\t{e.Event.Id}\t{e.Event.Type}\t{Encoding.UTF8.GetString(e.Event.Data.Span)}\t\\N");
            }));
            script.Append(CultureInfo.InvariantCulture, $"\\copy \"{context.Namespace}\".events (stream, version, event_id, type, data, metadata) from '{file}'\n");
        }

        await SettleAsync();
        var answers = await PsqlAsync(script.ToString());
        folder.Delete(recursive: true);
        answers.Count(a => a == $"COPY {Buffer}").ShouldBe(Buffers);
        return answers.Where(a => a.StartsWith("Time: ", StringComparison.Ordinal)).Sum(a => double.Parse(a.Split(' ')[1], CultureInfo.InvariantCulture)) / 1000;
    }

    private async Task<string[]> PsqlAsync(string script)
    {
        var given = new NpgsqlConnectionStringBuilder(ConnectionString);
        var start = new ProcessStartInfo("psql", ["-X", "-h", given.Host!, "-p", $"{given.Port}", "-U", given.Username!, "-d", given.Database!, "-w"])
        {
            UseShellExecute = false,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        };
        start.Environment["PGPASSWORD"] = given.Password;
        using var psql = Process.Start(start)!;
        await psql.StandardInput.WriteAsync(script);
        psql.StandardInput.Close();
        var answer = await psql.StandardOutput.ReadToEndAsync();
        await psql.WaitForExitAsync();
        return answer.Split('\n');
    }

    // What an earlier round left to be written is not to be paid by the next one.
    private async Task SettleAsync()
    {
        await using var connection = new NpgsqlConnection(ConnectionString);
        await connection.OpenAsync(CancellationToken.None);
        await using var checkpoint = new NpgsqlCommand("CHECKPOINT", connection);
        await checkpoint.ExecuteNonQueryAsync(CancellationToken.None);
    }
}
