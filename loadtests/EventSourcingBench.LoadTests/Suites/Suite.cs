using EventSourcingBench.Abstractions;

namespace EventSourcingBench.LoadTests;

/// <summary>A question that is put to every store of its models.</summary>
/// <param name="Name">What users say; also the name of its workload file.</param>
/// <param name="Summary">One line for <c>--help</c> and <c>suites</c>.</param>
/// <param name="Models">Which stores can answer it.</param>
/// <param name="WithProjection">Whether a projection runs beside the appends and its delay is measured.</param>
internal sealed record Suite(string Name, string Summary, IReadOnlyList<StoreModel> Models, bool WithProjection)
{
    /// <summary>All suites, in the order in which they run.</summary>
    public static IReadOnlyList<Suite> All { get; } =
    [
        new("append", "How many appends a second (closed model), or what response time at a given rate (open model)", [StoreModel.Streams], WithProjection: false),
        new("projection", "How long until a read model shows an event", [StoreModel.Streams], WithProjection: true),
    ];

    /// <summary>What runs when no suite is named.</summary>
    public static IReadOnlyList<Suite> Main { get; } = [.. All.Where(s => s.Name is "append" or "projection")];

    /// <summary>Whether a store of this model can answer it.</summary>
    public bool Asks(StoreModel model) => Models.Contains(model);
}
