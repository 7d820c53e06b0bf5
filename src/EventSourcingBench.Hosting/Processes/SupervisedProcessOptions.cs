namespace EventSourcingBench.Hosting.Processes;

/// <summary>What to run under supervision.</summary>
public sealed record SupervisedProcessOptions
{
    /// <summary>The executable: a path, or a name that is looked for in PATH.</summary>
    public required string FileName { get; init; }

    /// <summary>Its arguments. Default: none.</summary>
    public IReadOnlyList<string> Arguments { get; init; } = [];

    /// <summary>Variables to set besides this process's own; null removes one. Default: none.</summary>
    public IReadOnlyDictionary<string, string?> Environment { get; init; } = new Dictionary<string, string?>(StringComparer.Ordinal);

    /// <summary>Where it runs. Default: this process's working directory.</summary>
    public string? WorkingDirectory { get; init; }

    /// <summary>A folder that is removed after the process has been stopped, also when the runner dies. Default: none.</summary>
    public string? FolderToRemove { get; init; }

    /// <summary>A process that has ended and whose folder this one uses: it is disposed of with this one. Default: none.</summary>
    public SupervisedProcess? Replaces { get; init; }

    /// <summary>How it is asked to stop. Default: <see cref="StopSignal.Terminate"/>.</summary>
    public StopSignal StopSignal { get; init; } = StopSignal.Terminate;

    /// <summary>How long it has after it was asked to stop before it is killed; 0.1 s or more. Default: 5 s.</summary>
    public TimeSpan Grace { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>Is given each line of its standard output, one at a time; must not throw. Default: none.</summary>
    public Action<string>? OnOutput { get; init; }
}
