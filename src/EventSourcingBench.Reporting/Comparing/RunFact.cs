namespace EventSourcingBench.Reporting.Comparing;

/// <summary>Something that the numbers of a run depend on.</summary>
/// <param name="Scope">The store or suite that it is of; empty for the whole run.</param>
/// <param name="IsGiven">Whether it is part of what was asked for: runs of one series of a history agree in it.</param>
public sealed record RunFact(FactKind Kind, string Scope, string Name, string Value, bool IsGiven = true)
{
    public string Title => Scope.Length == 0 ? Name : $"{Scope}: {Name}";

    public static string Word(FactKind kind) => kind switch
    {
        FactKind.StoreVersion => "version of the store",
        FactKind.StoreSettings => "options and settings of the store",
        FactKind.Via => "way to the store",
        _ => kind.ToString().ToLowerInvariant(),
    };
}

public enum FactKind
{
    Product = 0, // Version and commit of this program.
    Platform = 1, // Operating system, .NET and its garbage collector.
    StoreVersion = 2, // Of server and client, and where the server came from.
    StoreSettings = 3,
    Workload = 4,
    Data = 5,
    Engine = 6,
    Via = 7,
    Machine = 8,
}

/// <summary>A metric of one store at one load, with the value of each trial or iteration.</summary>
/// <param name="GreaterIsBetter">Null for what is no speed, such as memory.</param>
/// <param name="IsLowerBound">Whether the median is only known to be at least this.</param>
/// <param name="Problem">The verdict, where it is not a good one; else null.</param>
public sealed record MeasuredValue(
    string Suite, string Store, string Load, string Metric, string Unit, bool? GreaterIsBetter, IReadOnlyList<double> Trials,
    bool IsLowerBound = false, string? Problem = null)
{
    /// <summary>Whether any of the values is only known to be at least so great.</summary>
    public bool HasLowerBounds { get; init; }

    /// <summary>Whether it has one value of all its trials together: more trials add none.</summary>
    public bool IsOfAll { get; init; }

    public (string Suite, string Store, string Load, string Metric) Key => (Suite, Store, Load, Metric);

    public double Median => Medians.Of(Trials);

    public string Text(double value) => Unit switch
    {
        "ms" => Format.AtLeast(Format.Duration(value), IsLowerBound),
        "B" => Format.Bytes(value),
        _ => $"{Format.Number(value)} {Unit}",
    };
}
