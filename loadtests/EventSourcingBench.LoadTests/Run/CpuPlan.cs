namespace EventSourcingBench.LoadTests.Run;

/// <summary>Which processors each part of a run may use: the load generator, the processes of the API, and the stores' servers.</summary>
internal sealed record CpuPlan(IReadOnlyDictionary<string, CpuSet> Given, CpuSet Allowed)
{
    public const string Client = "client";
    public const string Nodes = "nodes";
    public const string Database = "database";

    private const string Form = "such as --cpus client=0,nodes=1-2,database=3";
    private static readonly string[] Parts = [Client, Nodes, Database];

    public CpuSet Of(string part) => Given.GetValueOrDefault(part, Allowed);

    public Dictionary<string, string> ToRecord() => Given.ToDictionary(g => g.Key, g => g.Value.ToString(), StringComparer.Ordinal);

    public static CpuPlan Make(string text)
    {
        if (CpuAffinity.Obstacle is { } obstacle)
            throw new UserException($"--cpus: {obstacle} Leave it out here.");

        return CpuAffinity.Of(Environment.ProcessId) is { } allowed
            ? Parse(text, allowed)
            : throw new UserException("--cpus: which CPUs there are cannot be read from /proc. Leave it out here.");
    }

    public static CpuPlan Parse(string text, CpuSet allowed)
    {
        var given = new Dictionary<string, CpuSet>(StringComparer.Ordinal);
        foreach (var piece in Regex.Split(text.Replace(" ", "", StringComparison.Ordinal), ",(?=[^,]*=)"))
        {
            if (piece.Split('=', 2) is not [var part, var list])
                throw new UserException($"--cpus: '{piece}' is of no part of the run: say {Form}. Parts are {string.Join(", ", Parts)}.");

            if (!Parts.Contains(part, StringComparer.Ordinal))
                throw NameSuggestion.Unknown("part of a run for --cpus", part, Parts);

            var cpus = CpuSet.Parse(list) ?? throw new UserException($"--cpus: '{list}' is no list of CPUs for {part}: say {Form}.");
            if (cpus.Without(allowed) is [var missing, ..])
                throw new UserException($"--cpus: there is no CPU {missing} for {part}. This run may use {allowed}.");

            if (!given.TryAdd(part, cpus))
                throw new UserException($"--cpus names {part} twice.");
        }

        return new CpuPlan(given, allowed);
    }
}
