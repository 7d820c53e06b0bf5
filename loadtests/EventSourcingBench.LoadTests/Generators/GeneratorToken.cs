using System.Security.Cryptography;

namespace EventSourcingBench.LoadTests.Generators;

/// <summary>The secret that a generator and its runner share: with it anyone can send load to any address from there.</summary>
internal static class GeneratorToken
{
    public const string Variable = "EVENTSOURCINGBENCH_GENERATOR_TOKEN";

    private const int LeastLength = 16;

    public static string? Find() => Environment.GetEnvironmentVariable(Variable) switch
    {
        null or "" => null,
        { Length: < LeastLength } => throw new UserException(
            $"{Variable} is too short to be a secret: give {LeastLength} characters or more."),
        var token => token,
    };

    public static string Create() => Convert.ToHexString(RandomNumberGenerator.GetBytes(32));

    public static void RequireFor(string host, string? token)
    {
        var loopback = host == "localhost" || (IPAddress.TryParse(host, out var address) && IPAddress.IsLoopback(address));
        if (!loopback && token is null)
        {
            throw new UserException(
                $"{host} is not a loopback address: set the same secret of {LeastLength} characters or more in {Variable} on both sides. "
                + "It travels in clear text: use a private network or a tunnel.");
        }
    }

    public static bool Matches(string token, string? header) => CryptographicOperations.FixedTimeEquals(
        SHA256.HashData(Encoding.UTF8.GetBytes($"Bearer {token}")), SHA256.HashData(Encoding.UTF8.GetBytes(header ?? "")));
}

internal static class GeneratorAddress
{
    public static Uri Parse(string text) =>
        Uri.TryCreate($"http://{text}", UriKind.Absolute, out var address) && HasPort(text, address.Port)
        && address is { AbsolutePath: "/", Query: "", UserInfo: "", Fragment: "" } && !text.EndsWith('/')
            ? address
            : throw new UserException($"'{text}' is no address: say host:port, such as 192.168.1.20:5090.");

    /// <summary>The same of several; <c>generator-[3].lab:5090</c> are three, numbered from 0, as the pods of an Indexed Job are.</summary>
    public static IEnumerable<Uri> ParseAll(IEnumerable<string> texts) => texts.SelectMany(text =>
        text.Split('[', ']') is [var before, var count, var after]
        && int.TryParse(count, NumberStyles.None, CultureInfo.InvariantCulture, out var n) && n > 0
            ? Enumerable.Range(0, n).Select(i => Parse(FormattableString.Invariant($"{before}{i}{after}"))) : [Parse(text)]);

    public static IPEndPoint ParseListen(string text) =>
        IPEndPoint.TryParse(text, out var endPoint) && HasPort(text, endPoint.Port)
        && (text.AsSpan().Count(':') == 1 || text.StartsWith('['))
            ? endPoint
            : throw new UserException($"'{text}' is no address to listen on: say ADDRESS:PORT, such as 127.0.0.1:5090.");

    private static bool HasPort(string text, int port) => text.EndsWith(FormattableString.Invariant($":{port}"), StringComparison.Ordinal);

    public static string ParseApi(string text) =>
        IPAddress.TryParse(text, out var address) && !address.Equals(IPAddress.Any) && !address.Equals(IPAddress.IPv6Any)
            ? address.ToString()
            : throw new UserException(
                $"'{text}' is no address of this host that generators could reach: say one of its IP addresses, such as 192.168.1.10.");
}
