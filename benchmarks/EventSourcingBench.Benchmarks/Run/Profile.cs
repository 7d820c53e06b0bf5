namespace EventSourcingBench.Benchmarks.Run;

/// <summary>A named set of numbers of events in a stream, and of GUID strings in an event.</summary>
internal sealed record Profile(string Name, string Summary, IReadOnlyList<int> Counts, IReadOnlyList<int> Sizes)
{
    /// <summary>The longest stream written one event at a time: with an fsync for each, 1,000 events take a second or more.</summary>
    public const int MostSingleWrites = 1_000;

    public static Profile Smoke { get; } = new("smoke", "that everything works, in seconds; no figures", [10], [10]);

    public static Profile Quick { get; } = new(
        "quick", "the corners and the middle of the published parameters", [10, 100, 1_000, 10_000, 50_000], [10, 50]);

    public static IReadOnlyList<Profile> All { get; } =
    [
        Quick,
        new("paper", "the published parameters", [10, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000], [10, 20, 50]), Smoke,
    ];

    public static Profile Named(string name) => All.FirstOrDefault(p => p.Name == name)
        ?? throw NameSuggestion.Unknown("profile", name, All.Select(p => p.Name));

    public override string ToString() => Name;
}
