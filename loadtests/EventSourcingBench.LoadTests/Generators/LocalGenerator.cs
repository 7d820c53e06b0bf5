namespace EventSourcingBench.LoadTests.Generators;

/// <summary>A generator that the runner starts on its own host, on a free loopback port.</summary>
internal sealed class LocalGenerator : IAsyncDisposable
{
    private readonly SupervisedProcess _process;

    private LocalGenerator(SupervisedProcess process, Uri address) => (_process, Address) = (process, address);

    public Uri Address { get; }

    public int ProcessId => _process.ProcessId;

    public bool IsRunning => !_process.Exited.IsCompleted;

    /// <exception cref="LoadEngineException">It did not start.</exception>
    public static async Task<LocalGenerator> StartAsync(string token, CancellationToken cancellationToken)
    {
        var (process, address) = await ServingProcess.StartAsync(
            "The generator",
            typeof(LocalGenerator).Assembly,
            ["generator", "--listen", "127.0.0.1:0"],
            new Dictionary<string, string?>(StringComparer.Ordinal) { [GeneratorToken.Variable] = token },
            words => new LoadEngineException($"A generator did not start: {words}"),
            cancellationToken);
        return new LocalGenerator(process, address);
    }

    public ValueTask DisposeAsync() => _process.DisposeAsync();
}
