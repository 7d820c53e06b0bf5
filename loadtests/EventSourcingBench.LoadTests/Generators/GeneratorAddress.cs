using System.Net;

namespace EventSourcingBench.LoadTests.Generators;

/// <summary>Reads addresses of generators.</summary>
internal static class GeneratorAddress
{
    /// <summary>A generator's: <c>host:port</c>.</summary>
    public static Uri Parse(string text) =>
        Uri.TryCreate($"http://{text}", UriKind.Absolute, out var address) && address is { AbsolutePath: "/", Query: "", UserInfo: "" }
        && address.Authority.Equals(text, StringComparison.OrdinalIgnoreCase) && !address.IsDefaultPort
            ? address
            : throw new UserException($"'{text}' is no generator's address: say host:port, such as 192.168.1.20:5090.");

    /// <summary>Where a generator listens: <c>address:port</c>; port 0 takes a free one.</summary>
    public static IPEndPoint ParseListen(string text) =>
        IPEndPoint.TryParse(text, out var endPoint) && text.Contains(':', StringComparison.Ordinal)
            ? endPoint
            : throw new UserException($"'{text}' is no address to listen on: say ADDRESS:PORT, such as 127.0.0.1:5090.");

    /// <summary>Where the API of a store listens, so that generators reach it.</summary>
    public static string ParseApi(string text) =>
        IPAddress.TryParse(text, out var address) && !address.Equals(IPAddress.Any) && !address.Equals(IPAddress.IPv6Any)
            ? address.ToString()
            : throw new UserException(
                $"'{text}' is no address of this host that generators could reach: say one of its IP addresses, such as 192.168.1.10.");
}
