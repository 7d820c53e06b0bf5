namespace EventSourcingBench.Hosting.Catalogs;

/// <summary>The provisioners of servers that come as plug-ins.</summary>
/// <param name="Entries">By their names: what they are, and the provisioner or why there is none.</param>
public sealed record ProvisionerCatalog(
    IReadOnlyList<(string Name, string Summary, IServerProvisioner? Provisioner, Unavailable? Unavailable)> Entries)
{
    /// <summary>For a <see cref="ServerPool"/>: one for each entry; one that cannot be used says why when it is asked.</summary>
    public IReadOnlyList<IServerProvisioner> Provisioners =>
        [.. Entries.Select(e => e.Provisioner ?? new MissingProvisioner(e.Name, e.Unavailable!))];

    /// <summary>Finds and loads the provisioner plug-ins.</summary>
    /// <exception cref="UserException">As <see cref="StoreCatalog.Load"/>.</exception>
    public static ProvisionerCatalog Load(CatalogOptions options)
    {
        var offers = PluginOffers<IServerProvisioner>.Load(
            PluginKind.Provisioner, "provisioner", options, [EnvironmentProvisioner.ProvisionerName, LocalProvisioner.ProvisionerName]);
        return new ProvisionerCatalog([.. offers.Loaded.Select(o => (o.Offer.Name, o.Offer.Summary, o.Instance, o.Unavailable))]);
    }
}
