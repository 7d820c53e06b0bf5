using EventSourcingBench.Hosting;

namespace EventSourcingBench.Api;

/// <summary>The ways to run the command side of shows.</summary>
public static class ReservationStrategies
{
    // From the manifests of the plug-ins, which are there before the plug-ins are built.
    private static readonly Lazy<IReadOnlyList<ReservationStrategy>> Plugged = new(() =>
        [.. new PluginLocator().Find(PluginKind.CommandSide, []).SelectMany(p => p.Manifest.Offers).Select(o => new ReservationStrategy(o.Name, isPlugin: true))]);

    /// <summary>The API's own.</summary>
    public static IReadOnlyList<ReservationStrategy> Own { get; } =
        [ReservationStrategy.Optimistic, ReservationStrategy.SingleWriter, ReservationStrategy.Snapshot];

    /// <summary>The names of the API's own, then of plug-ins, whether those can run here or not.</summary>
    public static IReadOnlyList<string> Names => [.. Own.Concat(Plugged.Value).Select(s => s.Name)];

    /// <summary>The strategy of a name; null where there is none.</summary>
    /// <param name="name">The name.</param>
    public static ReservationStrategy? Find(string name) => Own.Concat(Plugged.Value).FirstOrDefault(s => s.Name == name);
}
