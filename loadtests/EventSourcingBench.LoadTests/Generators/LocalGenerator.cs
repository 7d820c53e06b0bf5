using System.Globalization;
using EventSourcingBench.Hosting;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests;

/// <summary>A generator that the runner starts on its own host, on a free loopback port.</summary>
internal sealed class LocalGenerator : IAsyncDisposable
{
    private static readonly TimeSpan StartLimit = TimeSpan.FromSeconds(60);

    private readonly SupervisedProcess _process;

    private LocalGenerator(SupervisedProcess process, Uri address) => (_process, Address) = (process, address);

    public Uri Address { get; }

    public int ProcessId => _process.ProcessId;

    public bool IsRunning => !_process.Exited.IsCompleted;

    /// <exception cref="LoadEngineException">It did not start.</exception>
    public static async Task<LocalGenerator> StartAsync(string token, CancellationToken cancellationToken)
    {
        var ready = new TaskCompletionSource<Uri>(TaskCreationOptions.RunContinuationsAsynchronously);
        var process = await SupervisedProcess.StartAsync(
            new SupervisedProcessOptions
            {
                FileName = Environment.ProcessPath is { } path && Path.GetFileNameWithoutExtension(path) == "dotnet" ? path : "dotnet",
                Arguments = [typeof(LocalGenerator).Assembly.Location, "generator", "--listen", "127.0.0.1:0"],
                Environment = new Dictionary<string, string?>(StringComparer.Ordinal) { [GeneratorToken.Variable] = token },
                OnOutput = line => Read(line, ready),
            },
            cancellationToken);
        var started = await Task.WhenAny(ready.Task, process.Exited, Task.Delay(StartLimit, cancellationToken));
        if (started == ready.Task)
        {
            return new LocalGenerator(process, await ready.Task);
        }

        var end = process.ExitCode is { } code
            ? string.Create(CultureInfo.InvariantCulture, $"A generator ended with exit code {code} before it served.")
            : string.Create(CultureInfo.InvariantCulture, $"A generator did not start within {StartLimit.TotalSeconds:0} s.");
        var words = string.Join(Environment.NewLine, process.LastErrors);
        await process.DisposeAsync();
        cancellationToken.ThrowIfCancellationRequested();
        throw new LoadEngineException(words.Length > 0 ? $"A generator did not start: {words}" : end);
    }

    public ValueTask DisposeAsync() => _process.DisposeAsync();

    private static void Read(string line, TaskCompletionSource<Uri> ready)
    {
        if (line.StartsWith(GeneratorCommand.ReadyPrefix, StringComparison.Ordinal))
        {
            ready.TrySetResult(new Uri(line[GeneratorCommand.ReadyPrefix.Length..]));
        }
    }
}
