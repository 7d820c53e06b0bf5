namespace EventSourcingBench.Api.Startup;

/// <summary>The options of the API. Without a data folder or a namespace it makes one; when it is quiet, it writes only errors.</summary>
internal sealed record ApiOptions(
    IReadOnlyList<string> Stores, string Urls, IReadOnlyDictionary<string, string> StoreOptions, ReservationOptions Reservations,
    IReadOnlyList<string> PluginFolders, string Servers = "auto", bool Keep = false, bool AllowReset = false, string? DataFolder = null,
    string? Namespace = null, bool Quiet = false, bool ServerTiming = false)
{
    public CatalogOptions Plugins => new() { ExtraPluginFolders = PluginFolders };

    public Action<string>? OnProgress => Quiet ? null : Console.Error.WriteLine;
}

/// <summary>A named store cannot run here. The message has the reason and the fix.</summary>
internal sealed class StoreCannotRunException(string message) : Exception(message);
