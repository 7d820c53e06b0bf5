namespace EventSourcingBench.Stores.UmaDb;

/// <summary>The server's address and version: <c>http://127.0.0.1:50051</c> or <c>http://127.0.0.1:50051?version=0.7.8</c>.</summary>
internal sealed record UmaDbServer(Uri Address, string? Version)
{
    private const string VersionName = "?version=";

    public static UmaDbServer Parse(string connectionString)
    {
        if (!Uri.TryCreate(connectionString, UriKind.Absolute, out var uri) || uri.Scheme != Uri.UriSchemeHttp || uri.AbsolutePath != "/"
            || uri.UserInfo.Length > 0 || (uri.Query.Length > 0 && !uri.Query.StartsWith(VersionName, StringComparison.Ordinal)))
        {
            throw new StoreUnavailableException(
                "EVENTSOURCINGBENCH_UMADB is not the address of a UmaDB server. Use http://HOST:PORT, without TLS and without a user; "
                + $"append {VersionName}X.Y.Z to include the version in the report.");
        }

        var version = uri.Query.Length > VersionName.Length ? Uri.UnescapeDataString(uri.Query[VersionName.Length..]) : null;
        return new UmaDbServer(new Uri(uri.GetLeftPart(UriPartial.Authority)), version);
    }
}
