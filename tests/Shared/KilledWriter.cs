using System.Diagnostics;
using System.Globalization;
using EventSourcingBench.Hosting;

namespace EventSourcingBench.Tests;

/// <summary>
/// A process that writes to a store until it is killed, and what the store acknowledged to it. The project of the tests
/// references EventSourcingBench.TestWriter and the plug-in.
/// </summary>
/// <param name="store">The store's name.</param>
/// <param name="project">The project of its plug-in.</param>
/// <param name="context">What the store is opened with. The options are those given, not the defaults.</param>
internal sealed class KilledWriter(string store, string project, StoreContext context)
{
    private static readonly TimeSpan StartLimit = TimeSpan.FromSeconds(60);

    private readonly PluginLocation _plugin = new PluginLocator().Find(PluginKind.Store, []).Single(p => p.Name == project);

    /// <summary>Every event that was acknowledged: its id, its stream, its version, 0 where the answer did not tell it.</summary>
    public Dictionary<Guid, (string Stream, long Version)> Acknowledged { get; } = [];

    /// <summary>Lets it write for a while from its first acknowledgement on, then kills it as SIGKILL does.</summary>
    public async Task RunAsync(TimeSpan time)
    {
        string[] arguments =
        [
            Path.Combine(AppContext.BaseDirectory, "EventSourcingBench.TestWriter.dll"), _plugin.OutputFolder, _plugin.Manifest.Assembly, store,
            context.DataFolder, context.Namespace, context.ConnectionString ?? "-", .. context.Options.Values.Select(o => $"{o.Key}={o.Value}"),
        ];
        using var process = Process.Start(new ProcessStartInfo(Environment.ProcessPath is { } path && Path.GetFileNameWithoutExtension(path) == "dotnet" ? path : "dotnet", arguments)
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            UseShellExecute = false,
        })!;
        try
        {
            var errors = process.StandardError.ReadToEndAsync();
            var first = await process.StandardOutput.ReadLineAsync().WaitAsync(StartLimit)
                ?? throw new InvalidOperationException($"The writer ended before anything was acknowledged: {await errors}");
            Take(first);
            var reading = Task.Run(async () =>
            {
                while (await process.StandardOutput.ReadLineAsync() is { } line)
                {
                    Take(line);
                }
            });
            await Task.Delay(time);
            process.HasExited.ShouldBeFalse();
            process.Kill();
            await process.WaitForExitAsync();
            await reading;
        }
        finally
        {
            if (!process.HasExited)
            {
                process.Kill();
            }
        }
    }

    /// <summary>
    /// How many acknowledged events are not in the store. What is there must be whole: contiguous, each once, at its version,
    /// in its stream.
    /// </summary>
    public async Task<int> CountLostAsync(IStore opened, CancellationToken cancellationToken)
    {
        var there = new Dictionary<Guid, RecordedEvent>();
        var versions = new Dictionary<StreamId, long>();
        await foreach (var batch in opened.Subscription!.SubscribeAsync(Checkpoint.Start, cancellationToken))
        {
            foreach (var recorded in batch.Events)
            {
                there.TryAdd(recorded.Id, recorded).ShouldBeTrue("an event is there twice");
                recorded.Version.ShouldBe(versions.GetValueOrDefault(recorded.Stream) + 1);
                versions[recorded.Stream] = recorded.Version;
            }

            if (batch.CaughtUp)
            {
                break;
            }
        }

        foreach (var (stream, version) in versions)
        {
            (await opened.Events!.ReadStreamAsync(stream, cancellationToken: cancellationToken).CountAsync(cancellationToken)).ShouldBe((int)version);
        }

        foreach (var (id, (stream, version)) in Acknowledged)
        {
            if (there.TryGetValue(id, out var found))
            {
                found.Stream.Value.ShouldBe(stream);
                (version == 0 ? found.Version : version).ShouldBe(found.Version);
            }
        }

        return Acknowledged.Keys.Count(id => !there.ContainsKey(id));
    }

    private void Take(string line)
    {
        // The last line may be cut by the kill: then it ends anywhere.
        if (line.Split(' ') is [var id, var stream, var version] && Guid.TryParse(id, out var parsed))
        {
            Acknowledged.Add(parsed, (stream, long.Parse(version, CultureInfo.InvariantCulture)));
        }
    }
}
