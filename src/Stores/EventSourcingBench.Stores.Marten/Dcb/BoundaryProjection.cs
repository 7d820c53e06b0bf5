using JasperFx.Events;
using Marten.Events.Aggregation;

namespace EventSourcingBench.Stores.Marten.Dcb;

/// <summary>
/// Folds any events into an empty <see cref="Boundary"/>. It names no event types, because Marten would omit all others.
/// </summary>
internal sealed class BoundaryProjection : SingleStreamProjection<Boundary, string>
{
    public override Boundary Evolve(Boundary? snapshot, string id, IEvent e) => snapshot ?? new Boundary();
}
