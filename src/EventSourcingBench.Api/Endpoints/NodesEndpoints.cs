namespace EventSourcingBench.Api.Endpoints;

internal sealed class NodesEndpoints(HostedStores stores, ApiNodes nodes, bool allowReset)
{
    private const string Side = "/stores/{store}/command-sides/{side}";
    private const int Most = 64;

    public void Map(IEndpointRouteBuilder app)
    {
        const string join = "Let this node's part take its place among the nodes that it knows of, and wait until it may be given commands";
        app.MapPut("/nodes", (Delegate)SetAsync).Describe("setNodes", "Set the nodes that serve the same data, including this one", "nodes")
            .Accepts<NodeList>("application/json").Answers<NodeList>().Refuses(400, 403, 413, 415);
        app.MapPut(Side, (string store, string side, HttpContext context) => StartAsync(store, side, joins: false, context))
            .Describe("startCommandSide", "Start this node's part of a command side that comes as a plug-in", "nodes")
            .Answers<CommandSideNode>().Refuses(404, 503);
        app.MapPost(Side + "/join", (string store, string side, HttpContext context) => StartAsync(store, side, joins: true, context))
            .Describe("joinCommandSide", join, "nodes").Answers<CommandSideNode>().Refuses(404, 503, 504);
    }

    private async Task SetAsync(HttpContext context)
    {
        if (!allowReset)
            throw Problem.Forbidden("Nodes send each other requests: start the API with --allow-reset to let it learn of others.");

        var list = await JsonBody.ReadAsync<NodeList>(context.Request);
        if (list.Nodes is not { Count: >= 1 and <= Most }
            || list.Nodes.Any(n => n is not { IsAbsoluteUri: true } || n.Scheme != Uri.UriSchemeHttp))
        {
            throw Problem.Invalid("nodes", $"must be 1 to {Most} addresses, such as http://127.0.0.1:5080/.");
        }

        if (list.Self < 0 || list.Self >= list.Nodes.Count)
            throw Problem.Invalid("self", "must be the place of this node in the list, from 0.");

        nodes.Set(list);
        await JsonAnswer.WriteAsync(context, list);
    }

    private Task StartAsync(string store, string side, bool joins, HttpContext context) => stores.AnswerAsync(store, context, async open =>
    {
        var strategy = ReservationStrategies.Find(side) is { IsPlugin: true } plugged
            ? plugged
            : throw Problem.NotFound($"There is no command side '{side}' that comes as a plug-in; "
                + $"the command sides are {string.Join(", ", ReservationStrategies.Names)}.");
        var node = (PluggedSide)open.Shows.Of(strategy);
        if (joins)
            await node.ReadyAsync(context.RequestAborted);

        return new CommandSideNode(side, await node.AddressAsync());
    });
}
