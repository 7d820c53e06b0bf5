using System.Reflection;

namespace EventSourcingBench.LoadTests.Targets;

/// <summary>Starts programs of this tool that serve on an address of their choice and say it in a line.</summary>
internal static class ServingProcess
{
    /// <summary>What stands before the address in that line.</summary>
    public const string ReadyPrefix = "listening on ";

    private static readonly TimeSpan StartLimit = TimeSpan.FromSeconds(60);

    /// <summary>Starts one and waits until it serves.</summary>
    public static async Task<(SupervisedProcess Process, Uri Address)> StartAsync(
        string what,
        Assembly program,
        IEnumerable<string> arguments,
        IReadOnlyDictionary<string, string?> environment,
        Func<string, Exception> failure,
        CancellationToken cancellationToken)
    {
        var ready = new TaskCompletionSource<Uri>(TaskCreationOptions.RunContinuationsAsynchronously);
        var process = await SupervisedProcess.StartAsync(
            new SupervisedProcessOptions
            {
                FileName = Environment.ProcessPath is { } path && Path.GetFileNameWithoutExtension(path) == "dotnet" ? path : "dotnet",
                Arguments = [program.Location, .. arguments],
                Environment = environment,
                OnOutput = line => Read(line, ready),
            },
            cancellationToken);
        var started = await Task.WhenAny(ready.Task, process.Exited, Task.Delay(StartLimit, cancellationToken));
        if (started == ready.Task)
        {
            return (process, await ready.Task);
        }

        var end = process.ExitCode is { } code
            ? string.Create(CultureInfo.InvariantCulture, $"{what} ended with exit code {code} before it served.")
            : string.Create(CultureInfo.InvariantCulture, $"{what} did not serve within {StartLimit.TotalSeconds:0} s.");
        var words = string.Join(Environment.NewLine, process.LastErrors);
        await process.DisposeAsync();
        cancellationToken.ThrowIfCancellationRequested();
        throw failure(words.Length > 0 ? words : end);
    }

    private static void Read(string line, TaskCompletionSource<Uri> ready)
    {
        if (line.StartsWith(ReadyPrefix, StringComparison.Ordinal))
        {
            ready.TrySetResult(new Uri(line[ReadyPrefix.Length..]));
        }
    }
}
