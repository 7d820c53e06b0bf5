namespace EventSourcingBench.Api;

/// <summary>
/// Asks an API whether it is healthy: a container image without a shell has nothing else to be checked with.
/// </summary>
internal static class HealthProbe
{
    /// <summary>The first argument that asks for it.</summary>
    public const string Command = "health";

    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(4);

    /// <summary>Asks once. Says nothing when all is well.</summary>
    /// <param name="args">One address, such as <c>http://127.0.0.1:8080/health/ready</c>.</param>
    /// <returns>0 for a successful answer within four seconds; 1 for another or none; 2 for a wrong argument.</returns>
    public static async Task<int> RunAsync(string[] args)
    {
        if (args is not [var text] || !Uri.TryCreate(text, UriKind.Absolute, out var address) || address.Scheme != Uri.UriSchemeHttp)
        {
            await Console.Error.WriteLineAsync($"{Command} takes one address, such as http://127.0.0.1:8080/health/ready");
            return ApiExit.Usage;
        }

        using var client = new HttpClient { Timeout = Limit };
        try
        {
            using var answer = await client.GetAsync(address);
            if (answer.IsSuccessStatusCode)
            {
                return ApiExit.Success;
            }

            await Console.Error.WriteLineAsync($"{(int)answer.StatusCode} {await answer.Content.ReadAsStringAsync()}");
        }
        catch (Exception e) when (e is HttpRequestException or TaskCanceledException)
        {
            await Console.Error.WriteLineAsync(e.Message);
        }

        return ApiExit.Unavailable;
    }
}
