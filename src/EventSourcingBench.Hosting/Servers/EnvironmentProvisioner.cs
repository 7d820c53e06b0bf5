namespace EventSourcingBench.Hosting.Servers;

/// <summary>Servers that the user runs: <c>EVENTSOURCINGBENCH_&lt;KIND&gt;</c> holds a connection string. Whether it is right shows when a
/// store opens; <see cref="ProbeAsync"/> finds out whether a server is there.</summary>
public sealed class EnvironmentProvisioner : IServerProvisioner
{
    public const string ProvisionerName = "env";

    private static readonly TimeSpan ProbeLimit = TimeSpan.FromSeconds(2);

    public string Name => ProvisionerName;

    public static string Variable(string kind) => "EVENTSOURCINGBENCH_" + kind.ToUpperInvariant().Replace('-', '_');

    /// <exception cref="UserException">The variable is there but empty.</exception>
    public ValueTask<Unavailable?> CheckAsync(ServerKind kind, CancellationToken cancellationToken = default) =>
        ValueTask.FromResult(Read(kind.Name) is null
            ? new Unavailable($"{Variable(kind.Name)} is not set.", $"Set {Variable(kind.Name)} to a connection string.")
            : null);

    /// <summary>Whether the server that the variable names answers, tried for 2 s; of several, more than half must. Null when so or when
    /// there is no variable, else what did not answer.</summary>
    /// <exception cref="UserException">The variable is there but empty.</exception>
    internal static async Task<Unavailable?> ProbeAsync(ServerKind kind, CancellationToken cancellationToken)
    {
        if (Read(kind.Name) is not { } connectionString)
            return null;

        var variable = Variable(kind.Name);
        // Only addresses are shown: the rest of a connection string may be secret.
        var fix = $"Start the server, or correct {variable}.";
        var addresses = ServerAddress.Of(connectionString, kind);
        if (addresses.Count == 0)
            return new Unavailable($"{variable} names no host that could be asked.", fix);

        var answers = await Task.WhenAll(
            addresses.Select(async a => (Address: a, Failure: await a.ProbeAsync(ProbeLimit, cancellationToken))));
        var failed = answers.Where(a => a.Failure is not null).ToList();
        var why = string.Join(", ", failed.Select(f => $"{f.Address} ({f.Failure})"));
        return failed.Count * 2 < answers.Length ? null : new Unavailable($"The server of {variable} did not answer: {why}.", fix);
    }

    /// <exception cref="UserException">The variable is there but empty.</exception>
    public Task<ProvisionedServer> StartAsync(ServerRequest request, CancellationToken cancellationToken = default)
    {
        var kind = request.Kind.Name;
        var connectionString = Read(kind) ?? throw new StoreUnavailableException($"{Variable(kind)} is not set.");
        return Task.FromResult<ProvisionedServer>(new GivenServer
        {
            Kind = kind,
            ConnectionString = connectionString,
            Origin = $"environment ({Variable(kind)})",
            Nodes = Math.Max(ServerAddress.Of(connectionString, request.Kind).Count, 1),
        });
    }

    private static string? Read(string kind)
    {
        var value = Environment.GetEnvironmentVariable(Variable(kind));
        return value is null || !string.IsNullOrWhiteSpace(value)
            ? value
            : throw new UserException($"{Variable(kind)} is set but empty. Give it a connection string, or unset it.");
    }

    // The user's server is left as it is.
    private sealed class GivenServer : ProvisionedServer
    {
        public override ValueTask DisposeAsync() => ValueTask.CompletedTask;
    }
}
