namespace EventSourcingBench.Benchmarks.Run;

internal sealed class RunOptions
{
    private const int MostInCounts = 10_000_000;

    private readonly Option<string[]> _filter = new("--filter", "-f")
    {
        Description = "The benchmarks to run, as name patterns with stars, ignoring case: '*LoadStream*', "
            + "'*LoadStream*Postgres*'. Default: all.",
        AllowMultipleArgumentsPerToken = true,
    };

    private readonly Option<IReadOnlyList<string>?> _stores = Of<IReadOnlyList<string>?>(
        "--stores", $"Stores to run, with commas. Default: {string.Join(", ", StoreSelection.Usual)}, those that can run here, "
            + "and stores that the filter names.", CommonParsers.Names);

    private readonly Option<IReadOnlyList<int>?> _counts = Of(
        "--counts", "Events in a stream, with commas: 10,1000,50000. Default: those of the profile.", Counts);

    private readonly Option<IReadOnlyList<int>?> _sizes = Of(
        "--sizes", "GUID strings in an event, with commas: 10,50. Default: those of the profile.", Counts);

    private readonly Option<Profile> _profile = Of(
        "--profile", "quick (default), paper (the published parameters) or smoke (that it works; no figures).",
        r => Try(r, Profile.Named), () => Profile.Quick);

    private readonly Option<TimeSpan> _pause = Of(
        "--pause",
        "Rest between two iterations, such as 500ms, for servers that run out of connections. Default: none, since one client is shared.",
        r => CommonParsers.Duration(r) ?? TimeSpan.Zero);

    private readonly Option<ClientVersions?> _versions = Of(
        "--versions", "A store's client at several versions, one job each, the first the baseline: Npgsql=9.0.3,10.0.0.",
        r => Try(r, ClientVersions.Parse));

    private readonly Option<string> _servers = Of(
        "--servers", "Where servers come from: auto (default), env, docker or local.", null, () => ServerPool.Auto);

    private readonly Option<IReadOnlyDictionary<string, string>> _storeOptions = Of<IReadOnlyDictionary<string, string>>(
        "--store-option", "An option of a store, key=value, repeatable: memory.delay=5ms.", CommonParsers.KeyValues,
        () => new Dictionary<string, string>(StringComparer.Ordinal));

    private readonly Option<string[]> _pluginFolders = Of<string[]>("--plugin-folder", "A folder with an additional plug-in, repeatable.");

    private readonly Option<bool> _keep = Of<bool>(
        "--keep", "Keep the prepared streams (schema esb_benchmarks on a server of your own, artifacts/benchmark-data), "
            + "and take those that an earlier run kept.");

    private readonly Option<string?> _output = Of<string?>(
        "--output", "Folder for results. Default: BenchmarkDotNet.Artifacts/<utc>-<profile> in the repository.");

    private IEnumerable<Option> All =>
        [_filter, _stores, _counts, _sizes, _profile, _pause, _versions, _servers, _storeOptions, _pluginFolders, _keep, _output];

    public static IEnumerable<string> Names => new RunOptions().All.Select(o => o.Name);

    public void AddTo(Command command)
    {
        All.ToList().ForEach(command.Options.Add);

        // What is not known here may be known to BenchmarkDotNet.
        command.TreatUnmatchedTokensAsErrors = false;
    }

    public RunSettings Read(ParseResult result) => new(
        result.GetValue(_filter) is { Length: > 0 } filters ? filters : ["*"],
        result.GetResult(_stores) is null ? null : result.GetValue(_stores), result.GetValue(_profile)!,
        result.GetValue(_counts), result.GetValue(_sizes), result.GetValue(_pause), result.GetValue(_versions), result.GetValue(_servers)!,
        result.GetValue(_storeOptions)!, result.GetValue(_pluginFolders) ?? [], result.GetValue(_keep), result.GetValue(_output),
        result.UnmatchedTokens);

    private static Option<T> Of<T>(
        string name, string description, Func<ArgumentResult, T?>? parser = null, Func<T>? initial = null) => new(name)
        { Description = description, CustomParser = parser, DefaultValueFactory = initial is null ? null : _ => initial() };

    private static IReadOnlyList<int>? Counts(ArgumentResult result)
    {
        var parts = CommonParsers.Split(result).ToList();
        var numbers = parts.Select(p => int.TryParse(p, NumberStyles.None, CultureInfo.InvariantCulture, out var n) ? n : 0).ToList();
        foreach (var part in parts.Where((_, i) => numbers[i] is < 1 or > MostInCounts))
            result.AddError($"'{part}' is not a number from 1 to {MostInCounts}: use whole numbers, such as 10,1000,50000.");

        if (numbers.Count == 0 || numbers.Distinct().Count() < numbers.Count)
            result.AddError("Use each number once, such as 10,1000,50000.");

        return numbers;
    }

    private static T? Try<T>(ArgumentResult result, Func<string, T> parse)
    {
        try
        {
            return parse(result.Tokens.Single().Value);
        }
        catch (UserException e)
        {
            result.AddError(e.Message);
            return default;
        }
    }
}

/// <summary>What the options say; null where the user does not. <c>Rest</c> goes to BenchmarkDotNet.</summary>
internal sealed record RunSettings(
    IReadOnlyList<string> Filters, IReadOnlyList<string>? Stores, Profile Profile, IReadOnlyList<int>? Counts, IReadOnlyList<int>? Sizes,
    TimeSpan Pause, ClientVersions? Versions, string Servers, IReadOnlyDictionary<string, string> StoreOptions,
    IReadOnlyList<string> PluginFolders, bool Keep, string? Output, IReadOnlyList<string> Rest);
