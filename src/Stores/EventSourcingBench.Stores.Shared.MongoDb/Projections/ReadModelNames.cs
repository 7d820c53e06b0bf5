namespace EventSourcingBench.Stores.Shared.MongoDb.Projections;

/// <summary>The collection names of a projection.</summary>
/// <param name="Projection">The projection's name.</param>
internal sealed record ReadModelNames(string Projection)
{
    /// <summary>The checkpoints of all projections.</summary>
    public const string States = "projections";

    public string Rows => $"projection_{Projection}_rows";

    public string Sums => $"projection_{Projection}_sums";

    /// <exception cref="ArgumentException">The name is not a valid projection name.</exception>
    public static ReadModelNames Of(string projection)
    {
        ProjectionHost.RequireName(projection);
        return new ReadModelNames(projection);
    }
}
