namespace EventSourcingBench.Api.Reservations;

/// <summary>The strategies of the command side of shows.</summary>
public static class ReservationStrategies
{
    // From the manifests of the plug-ins, which exist before the plug-ins are built.
    private static readonly Lazy<IReadOnlyList<ReservationStrategy>> Plugged = new(() =>
        [.. new PluginLocator().Find(PluginKind.CommandSide, []).SelectMany(p => p.Manifest.Offers).Select(o => new ReservationStrategy(o.Name, isPlugin: true))]);

    /// <summary>The built-in strategies.</summary>
    public static IReadOnlyList<ReservationStrategy> Own { get; } =
        [ReservationStrategy.Optimistic, ReservationStrategy.SingleWriter, ReservationStrategy.Snapshot];

    /// <summary>The names of the built-in strategies, then of plug-ins, available or not.</summary>
    public static IReadOnlyList<string> Names => [.. Own.Concat(Plugged.Value).Select(s => s.Name)];

    /// <summary>The strategy with a name; null if it is unknown.</summary>
    /// <param name="name">The name.</param>
    public static ReservationStrategy? Find(string name) => Own.Concat(Plugged.Value).FirstOrDefault(s => s.Name == name);
}
