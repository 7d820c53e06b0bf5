namespace EventSourcingBench.Hosting.Catalogs;

/// <summary>The provisioners of servers that come as plug-ins.</summary>
public sealed class ProvisionerCatalog
{
    private ProvisionerCatalog(IReadOnlyList<ProvisionerEntry> entries) => Entries = entries;

    /// <summary>The provisioners, in the order of their names.</summary>
    public IReadOnlyList<ProvisionerEntry> Entries { get; }

    /// <summary>For a <see cref="ServerPool"/>: one for each entry; one that cannot be used says why when it is asked.</summary>
    public IReadOnlyList<IServerProvisioner> Provisioners =>
        [.. Entries.Select(e => e.Provisioner ?? new MissingProvisioner(e.Name, e.Unavailable!))];

    /// <summary>Finds and loads the provisioner plug-ins.</summary>
    /// <exception cref="UserException">As <see cref="StoreCatalog.Load"/>.</exception>
    public static ProvisionerCatalog Load(CatalogOptions options)
    {
        var hostNames = new[] { EnvironmentProvisioner.ProvisionerName, LocalProvisioner.ProvisionerName };
        var offers = PluginOffers<IServerProvisioner>.Load(PluginKind.Provisioner, "provisioner", options, hostNames);
        return new ProvisionerCatalog(
            [.. offers.Loaded.Select(o => new ProvisionerEntry(o.Offer.Name, o.Offer.Summary, o.Plugin.Name, o.Instance, o.Unavailable))]);
    }
}

/// <summary>A provisioner of servers that comes as a plug-in, whether it can run here or not.</summary>
/// <param name="Name">The name that users say with <c>--servers</c>.</param>
/// <param name="Summary">One line: what it is.</param>
/// <param name="PluginName">The plug-in that offers it.</param>
/// <param name="Provisioner">The provisioner; null when <paramref name="Unavailable"/> says why there is none.</param>
/// <param name="Unavailable">Why its plug-in cannot be used here; null when it can.</param>
public sealed record ProvisionerEntry(
    string Name,
    string Summary,
    string PluginName,
    IServerProvisioner? Provisioner,
    Unavailable? Unavailable);
