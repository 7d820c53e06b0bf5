using System.Net;

namespace EventSourcingBench.Api.Startup;

internal sealed class ApiCommand
{
    private const string DefaultUrl = "http://127.0.0.1:5080";
    private const int MostAttempts = 100;
    private static readonly ReservationOptions Defaults = new();

    private readonly Option<IReadOnlyList<string>> _stores = Named<IReadOnlyList<string>>(
        "--store", "name", "The stores to serve, repeated or with commas between.", _ => ["sqlite"], ReadNames);

    private readonly Option<string> _urls = Checked(
        "--urls", "url", "Where to listen, http only; port 0 takes a free one.", DefaultUrl, ReadUrl,
        text => $"'{text}' is not http://HOST:PORT, such as {DefaultUrl}; the host must be an address, or localhost with a port.");

    private readonly Option<IReadOnlyDictionary<string, string>> _storeOptions = Named<IReadOnlyDictionary<string, string>>(
        "--store-option", "key=value", "An option of a store, such as memory.delay=5ms; repeatable.",
        _ => new Dictionary<string, string>(StringComparer.Ordinal), CommonParsers.KeyValues);

    private readonly Option<bool> _keep = new("--keep") { Description = "Keep the stores' data at the end, and at resets." };

    private readonly Option<bool> _ownsData =
        new("--owns-data") { Description = "Drop at the end also the data that was there before, such as that of an API that was killed." };

    private readonly Option<bool> _allowReset =
        new("--allow-reset") { Description = "Allow POST /stores/{store}/reset, which drops data." };

    private readonly Option<string?> _dataFolder = Named<string?>(
        "--data-folder", "folder", "Where embedded stores and started servers keep their data. Default: a temporary folder.");

    private readonly Option<string?> _namespace = Named<string?>(
        "--namespace", "name", "Keeps the data apart from that of others on the same server. Default: a new one.");

    private readonly Option<string> _servers = Named(
        "--servers", "from", "Where servers come from: auto, env (a connection string in EVENTSOURCINGBENCH_<KIND>), docker or local.",
        _ => "auto");

    private readonly Option<string[]> _pluginFolders = Named<string[]>(
        "--plugin-folder", "folder", "The folder of a plug-in besides the project's own; repeatable.", _ => []);

    private readonly Option<ReservationStrategy> _reservations = Checked(
        "--reservations", "handling",
        $"How commands of shows are handled where a request does not say: {string.Join(", ", ReservationStrategies.Names)}.",
        Defaults.Strategy, ReservationStrategies.Find,
        text => $"'{text}' is not a way of command handling; valid are {string.Join(", ", ReservationStrategies.Names)}.");

    private readonly Option<int> _maxAttempts = Checked(
        "--max-attempts", "n", "Attempts of an append to a show before its version conflict is reported, 1 to 100.", Defaults.MaxAttempts,
        text => ReadCount(text) is <= MostAttempts and var count ? count : null,
        text => $"must be an integer between 1 and {MostAttempts}, not {text}.");

    private readonly Option<TimeSpan> _passivateAfter = Checked(
        "--passivate-after", "duration", "single-writer: a show that got no command for this long is put out of memory, 10ms or more.",
        Defaults.IdleTime,
        text => DurationText.TryParse(text, out var idle) && idle.TotalMilliseconds >= 10 && idle.TotalHours <= 24 ? idle : null,
        text => $"'{text}' is not a duration from 10ms to 24h, such as 10s.");

    private readonly Option<int> _maxActiveShows = Checked(
        "--max-active-shows", "n", "single-writer: how many shows are kept in memory; those used longest ago make room for others.",
        Defaults.MaxActive, text => ReadCount(text), text => $"'{text}' is not a whole number of 1 or more.");

    private readonly Option<bool> _quiet = new("--quiet") { Description = "Say on standard error only what went wrong." };

    private readonly Option<bool> _serverTiming =
        new("--server-timing") { Description = "Say in each answer where its time went, in the header Server-Timing." };

    /// <summary>Parses the arguments and runs. An invalid one is reported together with the valid ones.</summary>
    public Task<int> InvokeAsync(string[] args, Func<ApiOptions, Task<int>> run)
    {
        var root = new RootCommand("Event stores over HTTP: append, read, project. /openapi/v1.json describes the routes.")
        {
            _stores, _urls, _storeOptions, _keep, _allowReset, _dataFolder, _namespace, _servers, _pluginFolders, _reservations,
            _maxAttempts, _passivateAfter, _maxActiveShows, _quiet, _serverTiming, _ownsData,
        };
        root.SetAction(result => run(Read(result)));
        var result = root.Parse(args);
        var valid = $"Options: {string.Join(", ", root.Options.Select(o => o.Name))}";
        return CommandRunner.RunAsync(result, result.Errors.Count == 0 ? [] : result.Errors.Select(e => e.Message).Append(valid));
    }

    private static Option<T> Named<T>(
        string name, string helpName, string description, Func<ArgumentResult, T>? standard = null,
        Func<ArgumentResult, T>? parse = null) =>
        new(name) { Description = description, HelpName = helpName, DefaultValueFactory = standard, CustomParser = parse };

    private static Option<T> Checked<T>(
        string name, string helpName, string description, T standard, Func<string, object?> read, Func<string, string> complaint) =>
        Named(name, helpName, description, _ => standard, result =>
        {
            var text = result.Tokens[^1].Value;
            if (read(text) is T value)
                return value;

            result.AddError($"{name}: {complaint(text)}");
            return standard;
        });

    private static int? ReadCount(string text) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var count) && count >= 1 ? count : null;

    // By any other name the web server would listen on all addresses.
    private static string? ReadUrl(string text) =>
        Uri.TryCreate(text, UriKind.Absolute, out var url) && url is { Scheme: "http", UserInfo: "", PathAndQuery: "/", Fragment: "" }
        && (IPAddress.TryParse(url.Host, out _) || url is { Host: "localhost", Port: > 0 }) ? text : null;

    private static List<string> ReadNames(ArgumentResult result)
    {
        var names = CommonParsers.Split(result).Distinct(StringComparer.Ordinal).ToList();
        if (names.Count == 0)
            result.AddError("--store: name one store or more.");

        return names;
    }

    private ApiOptions Read(ParseResult result) => new(
        result.GetRequiredValue(_stores), result.GetRequiredValue(_urls), result.GetRequiredValue(_storeOptions),
        new ReservationOptions
        {
            Strategy = result.GetRequiredValue(_reservations),
            MaxAttempts = result.GetValue(_maxAttempts),
            IdleTime = result.GetValue(_passivateAfter),
            MaxActive = result.GetValue(_maxActiveShows),
        },
        result.GetRequiredValue(_pluginFolders), result.GetRequiredValue(_servers), result.GetValue(_keep), result.GetValue(_allowReset),
        result.GetValue(_dataFolder), result.GetValue(_namespace), result.GetValue(_quiet), result.GetValue(_serverTiming),
        result.GetValue(_ownsData));
}

/// <summary>The options of the API. Without a data folder or a namespace it makes one; when it is quiet, it writes only errors.</summary>
internal sealed record ApiOptions(
    IReadOnlyList<string> Stores, string Urls, IReadOnlyDictionary<string, string> StoreOptions, ReservationOptions Reservations,
    IReadOnlyList<string> PluginFolders, string Servers = "auto", bool Keep = false, bool AllowReset = false, string? DataFolder = null,
    string? Namespace = null, bool Quiet = false, bool ServerTiming = false, bool OwnsData = false)
{
    public CatalogOptions Plugins => new() { ExtraPluginFolders = PluginFolders };

    public Action<string>? OnProgress => Quiet ? null : Console.Error.WriteLine;
}
