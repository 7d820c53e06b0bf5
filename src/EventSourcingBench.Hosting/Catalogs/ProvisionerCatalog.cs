using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Hosting;

/// <summary>The provisioners of servers that come as plug-ins.</summary>
public sealed class ProvisionerCatalog
{
    private ProvisionerCatalog(IReadOnlyList<ProvisionerEntry> entries) => Entries = entries;

    /// <summary>The provisioners, in the order of their names.</summary>
    public IReadOnlyList<ProvisionerEntry> Entries { get; }

    /// <summary>For a <see cref="ServerPool"/>: one for each entry; one that cannot be used says why when it is asked.</summary>
    public IReadOnlyList<IServerProvisioner> Provisioners =>
        [.. Entries.Select(e => e.Provisioner ?? new MissingProvisioner(e.Name, e.Unavailable!))];

    /// <summary>Finds the provisioner plug-ins, builds those that are missing or stale, and loads them.</summary>
    /// <param name="options">How to look.</param>
    /// <param name="cancellationToken">Ends the looking and the building.</param>
    /// <exception cref="UserException">As <see cref="StoreCatalog.LoadAsync"/>.</exception>
    public static async Task<ProvisionerCatalog> LoadAsync(CatalogOptions options, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(options);
        var hostNames = new[] { EnvironmentProvisioner.ProvisionerName, LocalPostgresProvisioner.ProvisionerName };
        var offers = await PluginOffers<IServerProvisioner>.LoadAsync(
            PluginKind.Provisioner, "provisioner", options, hostNames, cancellationToken);
        return new ProvisionerCatalog(
            [.. offers.Loaded.Select(o => new ProvisionerEntry(o.Offer.Name, o.Offer.Summary, o.Plugin.Name, o.Instance, o.Unavailable))]);
    }
}
