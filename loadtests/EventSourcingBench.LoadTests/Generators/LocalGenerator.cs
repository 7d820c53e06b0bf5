namespace EventSourcingBench.LoadTests.Generators;

/// <summary>Starts a generator on the runner's own host, on a free loopback port.</summary>
internal static class LocalGenerator
{
    /// <exception cref="LoadEngineException">It did not start.</exception>
    public static Task<ServingProcess> StartAsync(string token, CancellationToken cancellationToken) => ServingProcess.StartAsync(
        "The generator",
        typeof(LocalGenerator).Assembly,
        ["generator", "--listen", "127.0.0.1:0"],
        new Dictionary<string, string?>(StringComparer.Ordinal) { [GeneratorToken.Variable] = token },
        words => new LoadEngineException($"A generator did not start: {words}"),
        cancellationToken);
}
