namespace EventSourcingBench.Api.Endpoints;

internal sealed class HealthEndpoints(HostedStores stores, TimeProvider time)
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(2);

    public void Map(IEndpointRouteBuilder app)
    {
        app.MapGet("/health/live", (Delegate)LiveAsync).Describe("live", "Whether the process answers", "health").Answers<HealthState>();
        app.MapGet("/health/ready", (Delegate)ReadyAsync).Describe("ready", "Whether every store answers within 2 seconds", "health")
            .Answers<HealthState>().Refuses(503);
    }

    private static Task LiveAsync(HttpContext context) => JsonAnswer.WriteAsync(context, new HealthState("live"));

    private async Task ReadyAsync(HttpContext context)
    {
        var complaints = await Task.WhenAll(stores.All.Select(s => ComplaintAsync(s, context.RequestAborted)));
        await (complaints.OfType<string>().ToList() is { Count: > 0 } found
            ? JsonAnswer.WriteAsync(context, Problem.Unavailable(string.Join(' ', found)))
            : JsonAnswer.WriteAsync(context, new HealthState("ready")));
    }

    private async Task<string?> ComplaintAsync(HostedStore store, CancellationToken aborted)
    {
        using var limit = new CancellationTokenSource(Limit, time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, aborted);
        try
        {
            // Also a store that does not heed the token is waited for no longer.
            await DescribeAsync(store, either.Token).WaitAsync(either.Token);
            return null;
        }
        catch (OperationCanceledException) when (limit.IsCancellationRequested)
        {
            return $"{store.Name}: no answer within {Limit.TotalSeconds:0} s.";
        }
        catch (StoreUnavailableException e)
        {
            return Secrets.OfThisProcess.Redact($"{store.Name}: {e.Message}");
        }
    }

    private static async Task DescribeAsync(HostedStore store, CancellationToken cancellationToken)
    {
        using var lease = await store.EnterAsync();
        await lease.Value.Store.DescribeAsync(cancellationToken);
    }
}
