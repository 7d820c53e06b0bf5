using System.Diagnostics;

namespace EventSourcingBench.Stores.FileLog.Tests;

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

    /// <summary>Every event that was acknowledged.</summary>
    public Ledger Ledger { get; } = new();

    /// <summary>Lets it write for a while from its first acknowledgement on, then kills it as SIGKILL does.</summary>
    public async Task RunAsync(TimeSpan time)
    {
        string[] arguments =
        [
            Path.Combine(AppContext.BaseDirectory, "EventSourcingBench.TestWriter.dll"),
            _plugin.OutputFolder,
            _plugin.Manifest.Assembly,
            store,
            context.DataFolder,
            context.Namespace,
            context.ConnectionString ?? "-",
            .. context.Options.Values.Select(o => $"{o.Key}={o.Value}"),
        ];
        var dotnet = Environment.ProcessPath is { } path && Path.GetFileNameWithoutExtension(path) == "dotnet" ? path : "dotnet";
        using var process = Process.Start(new ProcessStartInfo(dotnet, arguments)
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
        Ledger.Add(Guid.Parse(parts[0]), parts[1], long.Parse(parts[2], CultureInfo.InvariantCulture));
    }
}
