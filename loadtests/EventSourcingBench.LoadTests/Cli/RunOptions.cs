using System.CommandLine;
using EventSourcingBench.Abstractions;
using EventSourcingBench.Cli;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests;

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

    private readonly Option<IReadOnlyList<int>?> _copies = new("--copies", "--clients")
    {
        Description = "Closed model: copies that each send their next request when the last is answered, one step each: 1,8,32.",
        CustomParser = OptionParsers.Integers,
    };

    private readonly Option<IReadOnlyList<double>?> _rate = new("--rate")
    {
        Description = "Open model: requests a second, kept whatever the store does, one step each: 250,500.",
        CustomParser = OptionParsers.Rates,
    };

    private readonly Option<bool> _ramp = new("--ramp") { Description = "Let the load rise evenly from nothing to the step's value." };

    private readonly Option<TimeSpan?> _duration = new("--duration")
    {
        Description = "Measured time of each step, without the warm-up: 30s, 5m.",
        CustomParser = CommonParsers.Duration,
    };

    private readonly Option<TimeSpan?> _warmUp = new("--warm-up")
    {
        Description = "Time before it whose requests are dropped: 0, 2s.",
        CustomParser = CommonParsers.Duration,
    };

    private readonly Option<TimeSpan?> _timeout = new("--timeout")
    {
        Description = "After this time a request counts as a timeout: 5s.",
        CustomParser = CommonParsers.Duration,
    };

    private readonly Option<int?> _trials = new("--trials") { Description = "How often each step is run; the report gives medians and intervals." };

    private readonly Option<int?> _streams = new("--streams")
    {
        Description = "1: all events on one contended stream, as published; n: spread over n streams.",
    };

    private readonly Option<IReadOnlyList<long>?> _preload = new("--preload")
    {
        Description = "Operations whose events are in the store before the load, one step each: 0,10000,1000000.",
        CustomParser = OptionParsers.Longs,
    };

    private readonly Option<int?> _hotCourses = new("--hot-courses")
    {
        Description = "Courses that all clients share, 1 to 10; 0: each client has its own.",
    };

    private readonly Option<int?> _shows = new("--shows") { Description = "How many shows are created first." };

    private readonly Option<int?> _seats = new("--seats") { Description = "How many seats each show has." };

    private readonly Option<int?> _grouping = new("--grouping") { Description = "Of how many shows the requests are shuffled together in the concurrent order." };

    private readonly Option<IReadOnlyList<string>?> _requestOrder = new("--request-order")
    {
        Description = "The order of requests, one step each. serial: those of a show one after the other; concurrent: those of a few shows "
            + "at once, shuffled; hot: any show, some far more often.",
        CustomParser = CommonParsers.Names,
    };

    private readonly Option<IReadOnlyList<string>?> _commandHandling = new("--command-handling")
    {
        Description = "How commands are handled, one step each. optimistic: load, decide, append, retry; single-writer: one mailbox for "
            + "each show; snapshot: optimistic with snapshots; akka: a plug-in.",
        CustomParser = CommonParsers.Names,
    };

    private readonly Option<int?> _tries = new("--tries")
    {
        Description = "How often an append is tried before its version conflict is reported.",
    };

    private readonly Option<IReadOnlyList<double>?> _skew = new("--skew")
    {
        Description = "Zipf's exponents of the order hot, one step each: 0 is even, 1 the classical one: 0.5,1,1.2.",
        CustomParser = OptionParsers.Skews,
    };

    private readonly Option<SloRecord?> _slo = new("--slo")
    {
        Description = "Search the highest rate that keeps a bound on response times, from the first --rate on: p99=20ms.",
        CustomParser = OptionParsers.Slo,
    };

    private readonly Option<Routing> _routing = new("--routing")
    {
        Description = "client: requests are sent to the node that owns the show; node: to the nodes in turn, which pass them on.",
        CustomParser = OptionParsers.Routing,
    };

    private readonly Option<TimeSpan?> _passivateAfter = new("--passivate-after")
    {
        Description = "single-writer: a show that got no command for this long leaves the memory: 10s (default).",
        CustomParser = CommonParsers.Duration,
    };

    private readonly Option<int?> _maxActiveShows = new("--max-active-shows")
    {
        Description = "single-writer: how many shows a node keeps in memory; those used longest ago make room. Default: 20,000.",
    };

    private readonly Option<IReadOnlyList<long>?> _counts = new("--counts")
    {
        Description = "Events that each trial appends, one step each: 1,100,10000,1000000.",
        CustomParser = OptionParsers.Longs,
    };

    private readonly Option<IReadOnlyList<long>?> _buffers = new("--buffers")
    {
        Description = "Bytes of event data at which a buffer is flushed, one step each: 1KB,64KB,1MB.",
        CustomParser = OptionParsers.Sizes,
    };

    private readonly Option<IReadOnlyList<string>?> _bufferMode = new("--buffer-mode")
    {
        Description = "blocking: a producer waits for room; non-blocking: it never waits, what finds the buffer at its limit is refused and counted.",
        CustomParser = CommonParsers.Names,
    };

    private readonly Option<IReadOnlyList<int>?> _nodes = new("--nodes")
    {
        Description = suite is { NodesOfApi: true }
            ? "How many processes serve the API, one step each, for stores with a server: 1,3."
            : "How many nodes keep the events, one step each, for stores that can have several: 1,3,5.",
        CustomParser = OptionParsers.Integers,
    };

    private readonly Option<TimeSpan?> _linger = new("--linger")
    {
        Description = "A buffer is flushed when its oldest event has waited for so long, full or not: 100ms.",
        CustomParser = CommonParsers.Duration,
    };

    private readonly Option<long?> _memoryLimit = new("--memory-limit")
    {
        Description = "What may wait in a non-blocking buffer: 64MB.",
        CustomParser = OptionParsers.Size,
    };

    private readonly Option<TimeSpan?> _killNodeAt = new("--kill-node-at")
    {
        Description = suite is { NodesOfApi: true }
            ? "Kill a node so long after the start of the measured time of each step with 2 nodes or more, and start it again 5 s later: 10s."
            : "Kill a node so long after the start of the last trial of each step with 3 nodes or more: 10s.",
        CustomParser = CommonParsers.Duration,
    };

    private readonly Option<long?> _events = new("--events") { Description = "How many events the store grows to: 10000000." };

    private readonly Option<long?> _sampleEvery = new("--sample-every") { Description = "How many events there are between two samples: 100000." };

    private readonly Option<double?> _background = new("--background")
    {
        Description = "Single appends a second that go on while samples are taken, whatever the store does: 200. Default: none.",
    };

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
        _stores, _profile, _workload, .. Own, _timeout, _via, _seed, .. OfEngines,
        _servers, _serverCpus, _serverMemory, _cpus, _storeOptions, _pluginFolders, _output, _keep,
        .. OfVerification,
    ];

    // What only some suites know.
    private IEnumerable<Option> Own => suite?.Name switch
    {
        "ingest" => [_counts, _buffers, _bufferMode, _nodes, _trials, _streams, _linger, _memoryLimit, _killNodeAt],
        "growth" => [_events, _sampleEvery, _background, _streams],
        "reservation" =>
        [
            .. OfLoads, _shows, _seats, _grouping, _requestOrder, _commandHandling, _tries, _skew, _slo, _nodes, _routing, _killNodeAt,
            _passivateAfter, _maxActiveShows,
        ],
        "enrolment" => [.. OfLoads, _preload, _hotCourses],
        _ => [.. OfLoads, _streams, _data],
    };

    // What suites know whose load an engine makes.
    private IEnumerable<Option> OfLoads => [_copies, _rate, _ramp, _duration, _warmUp, _trials, _together];

    // Nothing goes on beside the load where no engine makes it.
    private IEnumerable<Option> OfVerification =>
        suite is { HasEngine: false } ? [_verifyAfterKill, _keepHistory] : [_verifyReads, _verifyAfterKill, _keepHistory];

    private IEnumerable<Option> OfEngines => suite is { HasEngine: false } ? [] : [_engine, _generators, _generatorHosts, _apiAddress, _noCeiling];

    /// <summary>Gives the command these options.</summary>
    public void AddTo(Command command)
    {
        foreach (var option in All)
        {
            command.Options.Add(option);
        }
    }

    /// <summary>What the user asked for.</summary>
    /// <param name="result">The parsed command line.</param>
    public RunSettings Read(ParseResult result) => new()
    {
        Suites = suite is null ? Suite.Main : [suite],
        Arguments = string.Join(' ', result.Tokens.Select(t => Quote(t.Value))),
        Stores = result.GetResult(_stores) is null ? null : result.GetValue(_stores),
        Profile = result.GetValue(_profile) ?? "quick",
        WorkloadFile = result.GetValue(_workload)?.FullName,
        Overrides = new WorkloadOverrides
        {
            Copies = result.GetValue(_copies),
            Rates = result.GetValue(_rate),
            Ramp = result.GetValue(_ramp) ? true : null,
            Duration = result.GetValue(_duration),
            WarmUp = result.GetValue(_warmUp),
            Timeout = result.GetValue(_timeout),
            Trials = result.GetValue(_trials),
            Streams = result.GetValue(_streams),
            Preloads = result.GetValue(_preload),
            HotCourses = result.GetValue(_hotCourses),
            Shows = result.GetValue(_shows),
            Seats = result.GetValue(_seats),
            Grouping = result.GetValue(_grouping),
            Orders = result.GetValue(_requestOrder),
            Strategies = result.GetValue(_commandHandling),
            Tries = result.GetValue(_tries),
            Skews = result.GetValue(_skew),
            Slo = result.GetValue(_slo),
            Counts = result.GetValue(_counts),
            Buffers = result.GetValue(_buffers),
            BufferModes = result.GetValue(_bufferMode),
            Nodes = result.GetValue(_nodes),
            Linger = result.GetValue(_linger),
            MemoryLimit = result.GetValue(_memoryLimit),
            KillNodeAt = result.GetValue(_killNodeAt),
            Events = result.GetValue(_events),
            SampleEvery = result.GetValue(_sampleEvery),
            Background = result.GetValue(_background),
        },
        Together = result.GetValue(_together),
        Via = result.GetValue(_via)!,
        Seed = result.GetValue(_seed),
        DataFile = result.GetValue(_data),
        Engine = result.GetValue(_engine) ?? EngineChoice.BuiltIn,
        Generators = result.GetValue(_generators),
        GeneratorHosts = result.GetResult(_generatorHosts) is null ? [] : result.GetValue(_generatorHosts)!,
        ApiAddress = result.GetValue(_apiAddress),
        Routing = result.GetValue(_routing),
        PassivateAfter = result.GetValue(_passivateAfter),
        MaxActiveShows = result.GetValue(_maxActiveShows),
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
