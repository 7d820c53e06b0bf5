using NBomber.Contracts;
using NBomber.CSharp;

namespace EventSourcingBench.LoadTests.NBomber;

/// <summary>The warm-up: a separate test, without record and report, drained before the measured one begins.</summary>
internal sealed class WarmUpLoad(RequestSender sender, SimulationPlan plan)
{
    public async Task RunAsync()
    {
        using var ended = sender.CancellationToken.Register(() => sender.Stop("ended by the user"));
        await NBomberSession.RunAsync(sender.Scenario.Name, plan.WarmUp(), CallAsync, init: null, reportFolder: null);
        await sender.DrainAsync();
    }

    private async Task<IResponse> CallAsync(IScenarioContext context) =>
        await sender.EnterAsync(context) ? await sender.SendAsync(context, due: null, giveUp: long.MaxValue) : Response.Ok();
}
