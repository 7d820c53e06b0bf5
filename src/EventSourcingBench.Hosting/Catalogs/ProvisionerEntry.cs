namespace EventSourcingBench.Hosting.Catalogs;

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
