namespace EventSourcingBench.Abstractions;

/// <summary>An option of a store, given as <c>--store-option key=value</c>.</summary>
/// <param name="Key">Plug-in and name: <c>memory.delay</c>.</param>
/// <param name="Kind">How its value is written.</param>
/// <param name="Default">The value when none is given.</param>
/// <param name="Description">Meaning, unit and range, in one line.</param>
public sealed record StoreOption(string Key, StoreOptionKind Kind, string Default, string Description)
{
    /// <summary>The allowed values of a <see cref="StoreOptionKind.Choice"/>.</summary>
    public IReadOnlyList<string> Choices { get; init; } = [];

    /// <summary>The least value of an integer, or of a duration in milliseconds. Default: 0.</summary>
    public long Minimum { get; init; }

    /// <summary>The greatest value of an integer, or of a duration in milliseconds. Default: 2,147,483,647.</summary>
    public long Maximum { get; init; } = int.MaxValue;
}
