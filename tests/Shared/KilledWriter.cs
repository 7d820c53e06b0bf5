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
            var reading = Task.Run(() => TakeLinesAsync(process.StandardOutput));
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

    // The death may have cut the last line off: what has no end is no acknowledgement.
    private async Task TakeLinesAsync(StreamReader output)
    {
        var buffer = new char[1 << 16];
        var kept = 0;
        for (int read; (read = await output.ReadAsync(buffer.AsMemory(kept))) > 0;)
        {
            var text = new ReadOnlyMemory<char>(buffer, 0, kept + read);
            for (int end; (end = text.Span.IndexOf('\n')) >= 0; text = text[(end + 1)..])
            {
                Take(text[..end].ToString());
            }

            text.CopyTo(buffer);
            kept = text.Length;
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
        var parts = line.Split(' ');
        Acknowledged.Add(Guid.Parse(parts[0]), (parts[1], long.Parse(parts[2], CultureInfo.InvariantCulture)));
    }
}
