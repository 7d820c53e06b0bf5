using System.CommandLine;
using EventSourcingBench.Cli;

namespace EventSourcingBench.LoadTests.Cli;

/// <summary>The options of a run, and how they become <see cref="RunSettings"/>.</summary>
/// <param name="suite">The suite that was named; null for all of the default profile.</param>
internal sealed class RunOptions(Suite? suite)
{
    private readonly Option<IReadOnlyList<string>> _stores = new("--stores")
    {
        Description = "Stores to run, with commas: sqlite,postgres. Default: every store that can run here ('stores' lists them).",
        CustomParser = CommonParsers.Names,
    };

    private readonly Option<string?> _profile = new("--profile")
    {
        Description = "Named values for every parameter: quick (default), paper (the published parameters) or smoke.",
    };

    private readonly Option<FileInfo?> _workload = new("--workload") { Description = "Your own workload file instead of the suite's." };

    private readonly Option<bool> _together = new("--together")
    {
        Description = "Load the stores at the same time, as the published comparison did. Default: one after the other.",
    };

    private readonly Option<string> _via = new("--via")
    {
        Description = "http: through the API; direct: the store's client in the generator's process.",
        DefaultValueFactory = _ => suite?.DefaultVia ?? Via.Http,
    };

    private readonly Option<int?> _seed = new("--seed") { Description = "Seed of the order of stores, of synthetic data and of the bootstrap. Default: from the clock." };

    private readonly Option<string?> _data = new("--data")
    {
        Description = "A MetaTrader 5 or 4 export of one-minute bars. Default: a synthetic series (data/README.md).",
    };

    private readonly Option<string> _engine = new("--engine")
    {
        Description = "The load engine: built-in (default), nbomber, or auto: nbomber where its plug-in can be built, else built-in.",
        DefaultValueFactory = _ => EngineChoice.BuiltIn,
    };

    private readonly Option<int?> _generators = new("--generators")
    {
        Description = "Make the load by n processes on this host instead of the runner's own; their measurements are merged.",
    };

    private readonly Option<IReadOnlyList<string>> _generatorHosts = new("--generator-hosts")
    {
        Description = "Generators on other hosts that take part, host:port with commas; start each with 'generator --listen'.",
        CustomParser = CommonParsers.Names,
    };

    private readonly Option<string?> _apiAddress = new("--api-address")
    {
        Description = "Where the API listens, so that generators on other hosts reach it. Default: 127.0.0.1. It has no password.",
    };

    private readonly Option<string> _servers = new("--servers")
    {
        Description = "Where servers come from: auto (default), env, docker or local.",
        DefaultValueFactory = _ => "auto",
    };

    private readonly Option<double?> _serverCpus = new("--server-cpus")
    {
        Description = "Processors that each server may use, such as 1.5; servers in containers only. Default: all.",
        CustomParser = OptionParsers.Cpus,
    };

    private readonly Option<long?> _serverMemory = new("--server-memory")
    {
        Description = "Memory that each server may use, such as 512m or 4g; servers in containers only. Default: all.",
        CustomParser = OptionParsers.Memory,
    };

    private readonly Option<string?> _cpus = new("--cpus")
    {
        Description = "Pin the parts of the run to CPUs, so that they don't take each other's: client=0,nodes=1-2,database=3. What is not named may use all. Linux only.",
    };

    private readonly Option<IReadOnlyDictionary<string, string>> _storeOptions = new("--store-option")
    {
        Description = "An option of a store, key=value, repeatable: memory.delay=5ms. 'stores' lists them.",
        CustomParser = CommonParsers.KeyValues,
        AllowMultipleArgumentsPerToken = false,
    };

    private readonly Option<string[]> _pluginFolders = new("--plugin-folder") { Description = "A folder with a plug-in of your own, repeatable." };

    private readonly Option<string?> _output = new("--output") { Description = "Folder for results. Default: results/<utc>-<suite> in the repository." };

    private readonly Option<bool> _keep = new("--keep") { Description = "Keep the stores' data: schemas on servers of your own, files in the results folder." };

    private readonly Option<double?> _verifyReads = new("--verify-reads")
    {
        Description = "Reads beside the load, to verify what the store shows meanwhile, as a share of its requests, at least one a second, "
            + "with one subscriber: 1% (default), 0.05; 0: none, which the report says.",
        CustomParser = OptionParsers.Share,
    };

    private readonly Option<bool> _verifyAfterKill = new("--verify-after-kill")
    {
        Description = "Kill (SIGKILL) what holds the data before it is verified the second time: the API process of an embedded store, "
            + "a server that was started from a binary here. Default: it is closed, or read as it is.",
    };

    private readonly Option<bool> _keepHistory = new("--keep-history")
    {
        Description = "Keep each step's history as Apache Arrow files in the results folder, for checkers of your own (docs/history.md).",
    };

    private readonly Option<bool> _noCeiling = new("--no-ceiling") { Description = "Do not measure the generator's own ceiling first (a second for each number of copies)." };

    private IEnumerable<Option> All =>
    [
        _stores, _profile, _workload, .. Own, _via, _seed, .. OfEngines,
        _servers, _serverCpus, _serverMemory, _cpus, _storeOptions, _pluginFolders, _output, _keep,
        .. OfVerification,
    ];

    // Without a suite's name those of all that run then.
    private IReadOnlyList<Suite> Suites => suite is null ? Suite.Main : [suite];

    private IEnumerable<Parameter> Parameters => Suites.SelectMany(s => s.Parameters).DistinctBy(p => p.Name);

    private IEnumerable<Option> Own =>
    [
        .. Parameters.Select(p => p.ToOption()), .. HasEngine ? (Option[])[_together] : [], .. SendsBars ? (Option[])[_data] : [],
    ];

    private bool HasEngine => Suites.Any(s => s.HasEngine);

    private bool SendsBars => Suites.Any(s => s.SendsBars);

    // Nothing goes on beside the load where no engine makes it.
    private IEnumerable<Option> OfVerification =>
        HasEngine ? [_verifyReads, _verifyAfterKill, _keepHistory] : [_verifyAfterKill, _keepHistory];

    private IEnumerable<Option> OfEngines => HasEngine ? [_engine, _generators, _generatorHosts, _apiAddress, _noCeiling] : [];

    /// <summary>Gives the command these options.</summary>
    public void AddTo(Command command)
    {
        foreach (var option in All)
        {
            command.Options.Add(option);
        }
    }

    /// <summary>What the user asked for.</summary>
    public RunSettings Read(ParseResult result) => new()
    {
        Suites = Suites,
        Arguments = string.Join(' ', result.Tokens.Select(t => Quote(t.Value))),
        Stores = result.GetResult(_stores) is null ? null : result.GetValue(_stores),
        Profile = result.GetValue(_profile) ?? "quick",
        WorkloadFile = result.GetValue(_workload)?.FullName,
        Overrides = [.. from p in Parameters let text = p.TextIn(result) where text is not null select new ParameterText(p, text)],
        Together = result.GetValue(_together),
        Via = result.GetValue(_via)!,
        Seed = result.GetValue(_seed),
        DataFile = result.GetValue(_data),
        Engine = result.GetValue(_engine) ?? EngineChoice.BuiltIn,
        Generators = result.GetValue(_generators),
        GeneratorHosts = result.GetResult(_generatorHosts) is null ? [] : result.GetValue(_generatorHosts)!,
        ApiAddress = result.GetValue(_apiAddress),
        Servers = result.GetValue(_servers)!,
        ServerLimits = new ServerLimits { Cpus = result.GetValue(_serverCpus), MemoryBytes = result.GetValue(_serverMemory) },
        Cpus = result.GetValue(_cpus),
        StoreOptions = result.GetValue(_storeOptions) ?? new Dictionary<string, string>(StringComparer.Ordinal),
        PluginFolders = result.GetValue(_pluginFolders) ?? [],
        Output = result.GetValue(_output),
        Keep = result.GetValue(_keep),
        VerifyReads = result.GetValue(_verifyReads) ?? RunTools.DefaultVerifyReads,
        VerifyAfterKill = result.GetValue(_verifyAfterKill),
        KeepHistory = result.GetValue(_keepHistory),
        MeasureCeiling = !result.GetValue(_noCeiling),
    };

    private static string Quote(string token) => token.Contains(' ', StringComparison.Ordinal) ? $"\"{token}\"" : token;
}
