namespace EventSourcingBench.LoadTests.Targets;

/// <summary>A program of this tool that serves on a free port, which it says in a line.</summary>
internal static class ServingProcess
{
    public const string ReadyPrefix = "listening on ";

    public static readonly string Dotnet =
        Environment.ProcessPath is { } path && Path.GetFileNameWithoutExtension(path) == "dotnet" ? path : "dotnet";

    private static readonly TimeSpan StartLimit = TimeSpan.FromSeconds(60);

    /// <summary>Starts a program, which messages call <paramref name="what"/>, until it serves; else throws its last words.</summary>
    public static async Task<(SupervisedProcess Process, Uri Address)> StartAsync(
        string what, Assembly program, IEnumerable<string> arguments, IEnumerable<KeyValuePair<string, string?>> environment,
        Func<string, Exception> failure, CancellationToken cancellationToken, CpuSet? cpus = null)
    {
        var ready = new TaskCompletionSource<Uri>(TaskCreationOptions.RunContinuationsAsynchronously);
        var process = await SupervisedProcess.StartAsync(
            new SupervisedProcessOptions
            {
                FileName = Dotnet,
                Arguments = [program.Location, .. arguments],
                Environment = new Dictionary<string, string?>(environment, StringComparer.Ordinal),
                Cpus = cpus,
                OnOutput = line =>
                {
                    if (line.StartsWith(ReadyPrefix, StringComparison.Ordinal))
                        ready.TrySetResult(new Uri(line[ReadyPrefix.Length..]));
                },
            },
            cancellationToken);
        var started = await Task.WhenAny(ready.Task, process.Exited, Task.Delay(StartLimit, cancellationToken));
        if (started == ready.Task)
            return (process, await ready.Task);

        var end = process.ExitCode is { } code
            ? $"{what} ended with exit code {code} before it served."
            : $"{what} did not serve within {StartLimit.TotalSeconds:0} s.";
        var words = string.Join(Environment.NewLine, process.LastErrors);
        await process.DisposeAsync();
        cancellationToken.ThrowIfCancellationRequested();
        throw failure(words.Length > 0 ? words : end);
    }
}
