namespace EventSourcingBench.Stores.Shared;

/// <summary>The collections of a projection.</summary>
/// <param name="Projection">Its name.</param>
internal sealed record ReadModelNames(string Projection)
{
    /// <summary>The checkpoints of all projections.</summary>
    public const string States = "projections";

    public string Rows => $"projection_{Projection}_rows";

    public string Sums => $"projection_{Projection}_sums";

    /// <exception cref="ArgumentException">The name is not one of a projection.</exception>
    public static ReadModelNames Of(string projection) =>
        projection.Length is > 0 and <= 40 && projection.All(c => char.IsAsciiLetterLower(c) || char.IsAsciiDigit(c) || c == '_')
            ? new ReadModelNames(projection)
            : throw new ArgumentException($"'{projection}' is not a projection name: 1 to 40 lower-case letters, digits or '_'.");
}
