namespace EventSourcingBench.Api.Endpoints;

/// <summary>Starts the command sides of plug-ins before the first command.</summary>
internal sealed class CommandSideEndpoints(HostedStores stores)
{
    private const string Tag = "nodes";
    private const string Path = "/stores/{store}/command-sides/{side}";

    public void Map(IEndpointRouteBuilder app)
    {
        app.MapPut(Path, StartAsync)
            .Describe("startCommandSide", "Start this node's part of a command side that comes as a plug-in", Tag)
            .Answers<CommandSideNode>()
            .Refuses(404, 503);
        app.MapPost(Path + "/join", JoinAsync)
            .Describe(
                "joinCommandSide",
                "Let this node's part take its place among the nodes that it knows of, and wait until it may be given commands",
                Tag)
            .Answers<CommandSideNode>()
            .Refuses(404, 503);
    }

    private async Task StartAsync(string store, string side, HttpContext context)
    {
        using var lease = await stores.EnterAsync(store);
        await AnswerAsync(lease.Value.CommandSideNode(Find(side)), side, context);
    }

    private async Task JoinAsync(string store, string side, HttpContext context)
    {
        using var lease = await stores.EnterAsync(store);
        var node = lease.Value.CommandSideNode(Find(side));
        await node.JoinedAsync(context.RequestAborted);
        await AnswerAsync(node, side, context);
    }

    private static async Task AnswerAsync(PluggedSide node, string side, HttpContext context) =>
        await JsonAnswer.WriteAsync(context, new CommandSideNode(side, await node.AddressAsync()), ApiJson.Default.CommandSideNode);

    private static ReservationStrategy Find(string side) => ReservationStrategies.Find(side) is { IsPlugin: true } strategy
        ? strategy
        : throw new ProblemException(Problem.NotFound($"There is no command side '{side}' that comes as a plug-in; the command sides are {string.Join(", ", ReservationStrategies.Names)}."));
}
