namespace EventSourcingBench.Api.Startup;

/// <summary>Checks the health of an API, for container images without a shell.</summary>
internal static class HealthProbe
{
    public const string Command = "health";

    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(4);

    /// <summary>Checks once. No output on success.</summary>
    /// <returns>0 for a successful answer within four seconds; 1 for another answer or none; 2 for an invalid argument.</returns>
    public static async Task<int> RunAsync(string[] args)
    {
        if (args is not [var text] || !Uri.TryCreate(text, UriKind.Absolute, out var address) || address.Scheme != Uri.UriSchemeHttp)
        {
            await Console.Error.WriteLineAsync($"{Command} takes one address, such as http://127.0.0.1:8080/health/ready");
            return ExitCodes.Usage;
        }

        // Not by a proxy, which Docker's client names to every container where it is configured so.
        using var client = new HttpClient(new SocketsHttpHandler { UseProxy = false }) { Timeout = Limit };
        try
        {
            using var answer = await client.GetAsync(address);
            if (answer.IsSuccessStatusCode)
                return ExitCodes.Success;

            await Console.Error.WriteLineAsync($"{(int)answer.StatusCode} {await answer.Content.ReadAsStringAsync()}");
        }
        catch (Exception e) when (e is HttpRequestException or SocketException or TaskCanceledException)
        {
            await Console.Error.WriteLineAsync(e.Message);
        }

        return ExitCodes.Failure;
    }
}
