namespace EventSourcingBench.LoadTests.Run;

internal sealed class RunSettings(Suite? suite, ParseResult result)
{
    // A shell takes these for its own where they are not quoted.
    private static readonly SearchValues<char> Quoted = SearchValues.Create(" <>|&;()*?[]#'~\"$`\\");

    public IReadOnlyList<Suite> Suites { get; } = SuitesOf(suite);

    // What was typed, for the report's "how to repeat".
    public string Arguments { get; } = string.Join(' ', result.Tokens.Select(t => Quote(t.Value)));

    public IReadOnlyList<ParameterText> Overrides { get; } =
        [.. from p in ParametersOf(suite) let text = p.TextIn(result) where text is not null select new ParameterText(p, text)];

    /// <summary>The stores that were named; null for every store that can run.</summary>
    public IReadOnlyList<string>? Stores => Get<IReadOnlyList<string>>("--stores") ?? (ApiHosts.Count > 0 ? [.. ApiHosts.Keys] : null);

    public string? GivenProfile => Get<string>("--profile");

    public string Profile => GivenProfile ?? LoadTests.Suites.WorkloadFile.DefaultProfile;

    public string? WorkloadFile => Get<FileInfo>("--workload")?.FullName;

    public bool Together => Get<bool>("--together");

    public string Via => Get<string>("--via")!;

    public int? Seed => Get<int?>("--seed");

    public string? DataFile => Get<string>("--data");

    public string Engine => Get<string>("--engine") ?? EngineChoice.BuiltIn;

    public int? Generators => Get<int?>("--generators");

    public IReadOnlyList<string> GeneratorHosts => Get<IReadOnlyList<string>>("--generator-hosts") ?? [];

    public bool HasGenerators => Generators > 1 || GeneratorHosts.Count > 0;

    public string? ApiAddress => Get<string>("--api-address");

    /// <summary>The API's address by store, where it was started elsewhere.</summary>
    public IReadOnlyDictionary<string, string> ApiHosts => Pairs("--api-hosts");

    /// <summary>How long what runs elsewhere may take to be reachable.</summary>
    public TimeSpan Wait => Get<TimeSpan?>("--wait") ?? TimeSpan.Zero;

    public bool MeasureCeiling => !Get<bool>("--no-ceiling");

    public bool Breakdown => !Get<bool>("--no-breakdown");

    public string Servers => Get<string>("--servers")!;

    /// <summary>Whether the server of a kind is that of the environment, which is used as it is and cannot be limited.</summary>
    public bool GivesServer(string kind) => ServerLimits.AreNone && Servers is ServerPool.Auto or EnvironmentProvisioner.ProvisionerName
        && Environment.GetEnvironmentVariable(EnvironmentProvisioner.Variable(kind)) is not null;

    public ServerLimits ServerLimits => new() { Cpus = Get<double?>("--server-cpus"), MemoryBytes = Get<long?>("--server-memory") };

    public string? Cpus => Get<string>("--cpus");

    public IReadOnlyDictionary<string, string> StoreOptions => Pairs("--store-option");

    public IReadOnlyList<string> PluginFolders => Get<string[]>("--plugin-folder") ?? [];

    public string? Output => Get<string>("--output");

    public LazyFs? LazyFs => Get<string>("--lazyfs") is { } text ? LazyFs.Parse(text) : null;

    public bool Keep => Get<bool>("--keep");

    public double VerifyReads => Get<double?>("--verify-reads") ?? RunTools.DefaultVerifyReads;

    public bool VerifyAfterKill => Get<bool>("--verify-after-kill");

    public double? Price => Get<double?>("--price");

    public bool KeepHistory => Get<bool>("--keep-history");

    /// <summary>The options, in the order of <c>--help</c>: those of engines only for suites that have one.</summary>
    public static IEnumerable<Option> OptionsOf(Suite? suite)
    {
        var hasEngine = SuitesOf(suite).Any(s => s.HasEngine);
        var hasApi = SuitesOf(suite).Any(s => s.TakesGenerators);
        return
        [
            Named(
                "--stores",
                "Stores or their profiles, with commas: sqlite,postgres:tuned. "
                    + "Default: every store that can run here ('stores' lists them), replicated ones only with --nodes.",
                CommonParsers.Names),
            Named<string>(
                "--profile",
                $"Named values for every parameter: {ProfilesOf(suite)}. Default: quick. 'suites' shows them."),
            Named<FileInfo>("--workload", "Your own workload file instead of the suite's."),
            .. ParametersOf(suite).Select(p => p.ToOption()),
            .. OnlyIf(hasEngine, Named<bool>(
                "--together", "Load the stores at the same time, as the published comparison did. Default: one after the other.")),
            .. OnlyIf(SuitesOf(suite).Any(s => s.SendsBars), Named<string>(
                "--data", "A MetaTrader 5 or 4 export of one-minute bars. Default: a synthetic series (data/README.md).")),
            Named(
                "--via", "http: through the API; direct: the store's client in the generator's process.",
                otherwise: suite?.DefaultVia ?? Targets.Via.Http),
            Named<int?>("--seed", "Seed of the order of stores, of synthetic data and of the bootstrap. Default: from the clock."),
            .. OnlyIf(
                hasEngine,
                Named(
                    "--engine",
                    "The load engine: built-in (default), nbomber, or auto: nbomber where its plug-in can be built, else built-in.",
                    otherwise: EngineChoice.BuiltIn)),
            .. OnlyIf(
                hasApi,
                Named<int?>(
                    "--generators",
                    "Make the load by n processes on this host instead of the runner's own; their measurements are merged. "
                    + "1: by the runner, or with --generator-hosts by one process here beside them."),
                Named(
                    "--generator-hosts",
                    "Generators on other hosts that take part, host:port with commas; pod-[3].lab:5090 are three, from 0 on. Start each "
                    + "with 'generator --listen'.",
                    CommonParsers.Names),
                Named<string>(
                    "--api-address",
                    "Where the API listens, so that generators on other hosts reach it. Default: 127.0.0.1. It has no password."),
                Named(
                    "--api-hosts",
                    "Stores whose API was started elsewhere, 'serve --allow-reset', instead of by the run: postgres=192.168.1.30:8080, "
                    + "repeatable. A store with a server is read back by a process of the run too.",
                    CommonParsers.KeyValues),
                Named("--wait", "How long generators and APIs elsewhere may take to be reachable. Default: 0.", CommonParsers.Duration)),
            .. OnlyIf(
                hasEngine,
                Named<bool>(
                    "--no-breakdown",
                    "Do not measure where the time of each request goes, which takes some microseconds of CPU time for each."),
                Named<bool>("--no-ceiling", "Do not measure the generator's own ceiling first (a second for each number of copies).")),
            Named("--servers", "Where servers come from: auto (default), env, docker or local.", otherwise: ServerPool.Auto),
            Named(
                "--server-cpus", "Processors that each server may use, such as 1.5; servers in containers only. Default: all.",
                OptionParsers.Cpus),
            Named(
                "--server-memory", "Memory that each server may use, such as 512m or 4g; servers in containers only. Default: all.",
                OptionParsers.Memory),
            Named<string>(
                "--cpus",
                "Pin the parts of the run to separate CPUs: client=0,nodes=1-2,database=3. Parts that are not listed may use all. "
                + "Linux only."),
            Named(
                "--store-option", "An option of a store, key=value, repeatable: memory.delay=5ms. 'stores' lists them.",
                CommonParsers.KeyValues),
            Named<string[]>("--plugin-folder", "A folder with a plug-in of your own, repeatable."),
            Named<string>("--output", "Folder for results. Default: results/<utc>-<suite> in the repository."),
            .. OnlyIf(SuitesOf(suite).Any(s => s.CutsPower), Named<string>(
                "--lazyfs",
                "Keep the stores' data on a LazyFS that you have mounted, which power-cut needs: MOUNT,FIFO (docs/durability.md).")),
            Named<bool>("--keep", "Keep the stores' data: schemas on servers of your own, files in the results folder."),
            // Nothing goes on beside the load where no engine makes it.
            .. OnlyIf(hasEngine, Named(
                "--verify-reads",
                "Reads beside the load, to verify what the store shows meanwhile, as a share of its requests, at least one a "
                + "second, with one subscriber: 1% (default), 0.05; 0: none, which the report says.",
                OptionParsers.Share)),
            .. OnlyIf(hasEngine, Named(
                "--price",
                "What an hour of CPU costs, such as 0.04/cpu-hour: steps then have a cost for a million events, by the CPU of API and "
                + "server.",
                OptionParsers.Price)),
            Named<bool>(
                "--verify-after-kill",
                "Kill (SIGKILL) what holds the data before it is verified the second time: the API process of an embedded "
                + "store, a server that was started from a binary here. Default: it is closed, or read as it is."),
            Named<bool>(
                "--keep-history",
                "Keep each step's history as Apache Arrow files in the results folder, for checkers of your own (docs/history.md)."),
        ];
    }

    public static Option<T> Named<T>(string name, string help, Func<ArgumentResult, T?>? parser = null, T? otherwise = default) => new(name)
    {
        Description = help,
        CustomParser = parser,
        DefaultValueFactory = Equals(otherwise, default(T)) ? null : _ => otherwise!,
    };

    private static string Quote(string word) => !word.AsSpan().ContainsAny(Quoted) ? word
        : word.AsSpan().ContainsAny("\"$`\\") ? $"'{word.Replace("'", @"'\''", StringComparison.Ordinal)}'" : $"\"{word}\"";

    // Without a suite's name those of all that run then.
    private static IReadOnlyList<Suite> SuitesOf(Suite? suite) => suite is null ? SuiteCatalog.Main : [suite];

    private static string ProfilesOf(Suite? suite) => string.Join(
        ", ",
        SuitesOf(suite).Select(s => LoadTests.Suites.WorkloadFile.Profiles(s.Name))
            .Aggregate((all, one) => [.. all.Intersect(one, StringComparer.Ordinal)]));

    private static IEnumerable<Parameter> ParametersOf(Suite? suite) =>
        SuitesOf(suite).SelectMany(s => s.Parameters).DistinctBy(p => p.Name);

    private static Option[] OnlyIf(bool condition, params Option[] options) => condition ? options : [];

    private IReadOnlyDictionary<string, string> Pairs(string name) =>
        Get<IReadOnlyDictionary<string, string>>(name) ?? new Dictionary<string, string>(StringComparer.Ordinal);

    // A suite without an engine lacks the options of engines.
    private T? Get<T>(string name) =>
        result.CommandResult.Command.Options.FirstOrDefault(o => o.Name == name) is { } option
        && result.GetResult(option) is { } given ? given.GetValueOrDefault<T>() : default;
}

internal static class OptionParsers
{
    // What Docker takes at least.
    private const double LeastCpus = 0.01;
    private const long LeastMemory = 6L << 20;

    public static double? Cpus(ArgumentResult result) => CommonParsers.Read<double>(
        result, "is not a number of processors: say one of 0.01 or more, such as 2 or 1.5.",
        text => Number(text) is >= LeastCpus and var cpus ? cpus : null);

    public static long? Memory(ArgumentResult result) => CommonParsers.Read<long>(
        result, "is not an amount of memory: say a whole number and k, m or g, 6m or more, such as 512m or 4g.",
        text => text is [.., 'k' or 'K' or 'm' or 'M' or 'g' or 'G'] && SizeText.Parse(text + "B") is >= LeastMemory and var bytes
            ? bytes : null);

    public static double? Share(ArgumentResult result) => CommonParsers.Read<double>(
        result, "must be a share between 0 and 1, such as 1% or 0.01.",
        text => (text.EndsWith('%') ? Number(text[..^1]) / 100 : Number(text)) is <= 1 and var share ? share : null);

    public static double? Price(ArgumentResult result) => CommonParsers.Read<double>(
        result, "is not a price: say a number above 0 and the unit, such as 0.04/cpu-hour.",
        text => text.EndsWith(CostRecord.PriceUnit, StringComparison.Ordinal)
            && Number(text[..^CostRecord.PriceUnit.Length]) is > 0 and var price ? price : null);

    public static double? Margin(ArgumentResult result) => CommonParsers.Read<double>(
        result, $"is not {Values.Margin.Requirement}, such as 5%.", Difference.ParseMargin);

    private static double? Number(string text) =>
        double.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var number) && double.IsFinite(number)
            ? number : null;
}
