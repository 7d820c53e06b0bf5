using System.Diagnostics;

namespace EventSourcingBench.Stores.FileLog.Tests;

/// <summary>Writers in a separate process, killed as by <c>kill -9</c>: nothing acknowledged is held back in the process. The page cache
/// outlives it, so fsync is tested by <see cref="PowerCutTests"/>.</summary>
public sealed class KillTests : TempFolderTest
{
    private const int Trials = 5;
    private static readonly TimeSpan StartLimit = TimeSpan.FromSeconds(60);

    private readonly Ledger _ledger = new();

    [Theory]
    [InlineData(typeof(FileLogPlugin))]
    [InlineData(typeof(SqliteStorePlugin))]
    public async Task Nothing_acknowledged_is_lost_when_the_writer_is_killed(Type type)
    {
        var random = new Random(Trials);
        var definition = ((IStorePlugin)Activator.CreateInstance(type)!).Stores[0];
        var context = TestLog.Context(definition, Temp.Path, keepData: true);
        var location = new PluginLocator().Find(PluginKind.Store, []).Single(p => p.Name == type.Assembly.GetName().Name);
        string[] arguments =
        [
            Path.Combine(AppContext.BaseDirectory, "EventSourcingBench.TestWriter.dll"), location.OutputFolder, location.Manifest.Assembly,
            definition.Name, context.DataFolder, context.Namespace, .. context.Options.Values.Select(o => $"{o.Key}={o.Value}"),
        ];
        // Each killed writer is followed by one that goes on with its log.
        for (var trial = 0; trial < Trials; trial++)
        {
            await WriteAsync(arguments, TimeSpan.FromMilliseconds(random.Next(5, 250)));
            await using var opened = await definition.OpenAsync(context, CancellationToken.None);
            (await _ledger.CheckAsync(opened)).ShouldBe(0);
        }

        _ledger.Acknowledged.ShouldBeGreaterThan(Trials);
    }

    /// <summary>Lets a writer write for a while from its first acknowledgement on, then kills it as SIGKILL does.</summary>
    private async Task WriteAsync(string[] arguments, TimeSpan time)
    {
        var dotnet = Environment.ProcessPath is { } path && Path.GetFileNameWithoutExtension(path) == "dotnet" ? path : "dotnet";
        var start = new ProcessStartInfo(dotnet, arguments) { UseShellExecute = false };
        (start.RedirectStandardOutput, start.RedirectStandardError) = (true, true);
        using var process = Process.Start(start)!;
        try
        {
            var errors = process.StandardError.ReadToEndAsync();
            Take(await process.StandardOutput.ReadLineAsync().WaitAsync(StartLimit)
                ?? throw new InvalidOperationException($"The writer ended before anything was acknowledged: {await errors}"));
            var reading = process.StandardOutput.ReadToEndAsync();
            await Task.Delay(time);
            process.HasExited.ShouldBeFalse();
            process.Kill();
            await process.WaitForExitAsync();
            // The death may have cut the last line off: what has no end is no acknowledgement.
            var rest = await reading;
            Array.ForEach(rest[..(rest.LastIndexOf('\n') + 1)].Split('\n', StringSplitOptions.RemoveEmptyEntries), Take);
        }
        finally
        {
            if (!process.HasExited)
                process.Kill();
        }
    }

    private void Take(string line)
    {
        var parts = line.Split(' ');
        _ledger.Add(Guid.Parse(parts[0]), parts[1], long.Parse(parts[2], CultureInfo.InvariantCulture));
    }
}
