namespace EventSourcingBench.Api.Endpoints;

/// <summary>The nodes of an API that runs as several processes.</summary>
internal sealed class NodesEndpoints(ApiNodes nodes, bool allowReset)
{
    private const string Tag = "nodes";
    private const int Most = 64;

    public void Map(IEndpointRouteBuilder app) => app.MapPut("/nodes", (Delegate)SetAsync)
        .Describe("setNodes", "Set the nodes that serve the same data, including this one", Tag)
        .Accepts<NodeList>("application/json")
        .Answers<NodeList>()
        .Refuses(400, 403, 413, 415);

    private async Task SetAsync(HttpContext context)
    {
        if (!allowReset)
        {
            throw new ProblemException(Problem.Forbidden(
                "Nodes send each other requests: start the API with --allow-reset to let it learn of others."));
        }

        var list = await JsonBody.ReadAsync(context.Request, ApiJson.Default.NodeList);
        if (list.Nodes is not { Count: >= 1 and <= Most } || list.Nodes.Any(n => n is not { IsAbsoluteUri: true } || n.Scheme != Uri.UriSchemeHttp))
        {
            throw Problem.Invalid("nodes", $"must be 1 to {Most} addresses, such as http://127.0.0.1:5080/.");
        }

        if (list.Self < 0 || list.Self >= list.Nodes.Count)
        {
            throw Problem.Invalid("self", "must be the place of this node in the list, from 0.");
        }

        nodes.Set(list);
        await JsonAnswer.WriteAsync(context, list, ApiJson.Default.NodeList);
    }
}
