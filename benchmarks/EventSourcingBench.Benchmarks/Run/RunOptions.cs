using System.CommandLine;
using EventSourcingBench.Cli;

namespace EventSourcingBench.Benchmarks.Run;

/// <summary>The options of a run.</summary>
internal sealed class RunOptions
{
    private readonly Option<string[]> _filter = new("--filter", "-f")
    {
        Description = "The benchmarks to run, as name patterns with stars, ignoring case: '*LoadStream*', "
            + "'*LoadStream*Postgres*'. Default: all.",
        AllowMultipleArgumentsPerToken = true,
    };

    private readonly Option<IReadOnlyList<string>?> _stores = new("--stores")
    {
        Description = $"Stores to run, with commas. Default: {string.Join(", ", StoreSelection.Usual)}, those that can run here, "
            + "and stores that the filter names.",
        CustomParser = CommonParsers.Names,
    };

    private readonly Option<IReadOnlyList<int>?> _counts = new("--counts")
    {
        Description = "Events in a stream, with commas: 10,1000,50000. Default: those of the profile.",
        CustomParser = OptionParsers.Counts,
    };

    private readonly Option<IReadOnlyList<int>?> _sizes = new("--sizes")
    {
        Description = "GUID strings in an event, with commas: 10,50. Default: those of the profile.",
        CustomParser = OptionParsers.Counts,
    };

    private readonly Option<Profile> _profile = new("--profile")
    {
        Description = "quick (default), paper (the published parameters) or smoke (that it works; no figures).",
        CustomParser = OptionParsers.ProfileOf,
        DefaultValueFactory = _ => Profile.Quick,
    };

    private readonly Option<TimeSpan> _pause = new("--pause")
    {
        Description = "Rest between two iterations, such as 500ms, for servers that run out of connections. "
            + "Default: none, since one client is shared.",
        CustomParser = r => CommonParsers.Duration(r) ?? TimeSpan.Zero,
    };

    private readonly Option<ClientVersions?> _versions = new("--versions")
    {
        Description = "A store's client at several versions, one job each, the first the baseline: Npgsql=9.0.3,10.0.0.",
        CustomParser = OptionParsers.Versions,
    };

    private readonly Option<string> _servers = new("--servers")
    {
        Description = "Where servers come from: auto (default), env, docker or local.",
        DefaultValueFactory = _ => ServerPool.Auto,
    };

    private readonly Option<IReadOnlyDictionary<string, string>> _storeOptions = new("--store-option")
    {
        Description = "An option of a store, key=value, repeatable: memory.delay=5ms.",
        CustomParser = CommonParsers.KeyValues,
        DefaultValueFactory = _ => new Dictionary<string, string>(StringComparer.Ordinal),
    };

    private readonly Option<string[]> _pluginFolders = new("--plugin-folder")
    {
        Description = "A folder with an additional plug-in, repeatable.",
    };

    private readonly Option<bool> _keep = new("--keep")
    {
        Description = "Keep the prepared streams (schema esb_benchmarks on a server of your own, artifacts/benchmark-data), "
            + "and take those that an earlier run kept.",
    };

    private readonly Option<string?> _output = new("--output")
    {
        Description = "Folder for results. Default: BenchmarkDotNet.Artifacts/<utc>-<profile> in the repository.",
    };

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
        Filters: result.GetValue(_filter) is { Length: > 0 } filters ? filters : ["*"],
        Stores: result.GetResult(_stores) is null ? null : result.GetValue(_stores),
        Profile: result.GetValue(_profile)!,
        Counts: result.GetValue(_counts),
        Sizes: result.GetValue(_sizes),
        Pause: result.GetValue(_pause),
        Versions: result.GetValue(_versions),
        Servers: result.GetValue(_servers)!,
        StoreOptions: result.GetValue(_storeOptions)!,
        PluginFolders: result.GetValue(_pluginFolders) ?? [],
        Keep: result.GetValue(_keep),
        Output: result.GetValue(_output),
        Rest: result.UnmatchedTokens);
}

/// <summary>What the options say; null where the user does not. <c>Rest</c> goes to BenchmarkDotNet.</summary>
internal sealed record RunSettings(
    IReadOnlyList<string> Filters,
    IReadOnlyList<string>? Stores,
    Profile Profile,
    IReadOnlyList<int>? Counts,
    IReadOnlyList<int>? Sizes,
    TimeSpan Pause,
    ClientVersions? Versions,
    string Servers,
    IReadOnlyDictionary<string, string> StoreOptions,
    IReadOnlyList<string> PluginFolders,
    bool Keep,
    string? Output,
    IReadOnlyList<string> Rest);
