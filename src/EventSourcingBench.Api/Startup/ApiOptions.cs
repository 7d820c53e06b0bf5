using EventSourcingBench.Hosting;

namespace EventSourcingBench.Api;

/// <summary>How the API runs.</summary>
internal sealed record ApiOptions
{
    public required IReadOnlyList<string> Stores { get; init; }

    public required string Urls { get; init; }

    public required IReadOnlyDictionary<string, string> StoreOptions { get; init; }

    public required bool Keep { get; init; }

    public required bool AllowReset { get; init; }

    /// <summary>Null for a separate temporary one.</summary>
    public required string? DataFolder { get; init; }

    /// <summary>Null for a new one.</summary>
    public required string? Namespace { get; init; }

    public required string Servers { get; init; }

    public required IReadOnlyList<string> PluginFolders { get; init; }

    /// <summary>How plug-ins are looked for.</summary>
    public CatalogOptions Plugins => new() { ExtraPluginFolders = PluginFolders };

    /// <summary>How the command side of shows is run.</summary>
    public ReservationOptions Reservations { get; init; } = new();

    /// <summary>True to say on standard error only what went wrong.</summary>
    public bool Quiet { get; init; }

    /// <summary>Gets a line about what takes long.</summary>
    public Action<string>? OnProgress => Quiet ? null : Console.Error.WriteLine;
}
