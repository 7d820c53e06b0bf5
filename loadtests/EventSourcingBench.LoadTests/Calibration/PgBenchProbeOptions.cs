namespace EventSourcingBench.LoadTests.Calibration;

/// <summary>What <see cref="PgBenchProbe"/> does.</summary>
public sealed record PgBenchProbeOptions
{
    /// <summary>The store <c>postgres</c>.</summary>
    public required StoreDefinition Store { get; init; }

    /// <summary>The server, for the store and for pgbench.</summary>
    public required string ConnectionString { get; init; }

    /// <summary>An existing folder for scripts and the store.</summary>
    public required string WorkFolder { get; init; }

    /// <summary>A namespace that nothing else uses; a number is put behind it.</summary>
    public required string Namespace { get; init; }

    /// <summary>Options of the store. Default: none.</summary>
    public IReadOnlyDictionary<string, string> StoreOptions { get; init; } = new Dictionary<string, string>(StringComparer.Ordinal);

    /// <summary>Numbers of clients. Default: 1 and 8.</summary>
    public IReadOnlyList<int> Clients { get; init; } = [1, 8];

    /// <summary>Streams; 0 for one a client, as pgbench has it. Default: 0.</summary>
    public int Streams { get; init; }

    /// <summary>How often pgbench and the store take turns. Default: 5.</summary>
    public int Rounds { get; init; } = 5;

    /// <summary>Each turn, in whole seconds, as pgbench takes it. Default: 3 s.</summary>
    public TimeSpan Turn { get; init; } = TimeSpan.FromSeconds(3);

    /// <summary>
    /// Appends before each turn that are not counted: the runtime compiles the client's code while it runs. Default: 2 s.
    /// </summary>
    public TimeSpan WarmUp { get; init; } = TimeSpan.FromSeconds(2);

    /// <summary>The clock. Default: the system's.</summary>
    public TimeProvider Time { get; init; } = TimeProvider.System;
}
