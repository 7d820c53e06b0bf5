namespace EventSourcingBench.Api.Startup;

/// <summary>The options of the API.</summary>
internal sealed record ApiOptions
{
    public required IReadOnlyList<string> Stores { get; init; }

    public required string Urls { get; init; }

    public required IReadOnlyDictionary<string, string> StoreOptions { get; init; }

    public required bool Keep { get; init; }

    public required bool AllowReset { get; init; }

    /// <summary>Null for a new temporary folder.</summary>
    public required string? DataFolder { get; init; }

    /// <summary>Null for a new namespace.</summary>
    public required string? Namespace { get; init; }

    public required string Servers { get; init; }

    public required IReadOnlyList<string> PluginFolders { get; init; }

    /// <summary>The search options for plug-ins.</summary>
    public CatalogOptions Plugins => new() { ExtraPluginFolders = PluginFolders };

    /// <summary>The options of the command side of shows.</summary>
    public ReservationOptions Reservations { get; init; } = new();

    /// <summary>True to write only errors to standard error.</summary>
    public bool Quiet { get; init; }

    /// <summary>Receives progress messages of long operations.</summary>
    public Action<string>? OnProgress => Quiet ? null : Console.Error.WriteLine;
}
