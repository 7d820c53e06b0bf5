using NBomber.Contracts;
using NBomber.Http.CSharp;

namespace EventSourcingBench.LoadTests.NBomber;

/// <summary>NBomber as its users have it: KeepConstant, a request by NBomber.Http, and a count of answers once all copies send.</summary>
internal sealed class HttpProbe(Uri address, int connections, TimeSpan duration, TimeProvider time)
{
    private static readonly TimeSpan Lead = TimeSpan.FromSeconds(2);

    private readonly string _address = address.AbsoluteUri;
    private long _answers;
    private long _failures;

    public async Task<double> RunAsync(CancellationToken cancellationToken)
    {
        using var client = new HttpClient(new SocketsHttpHandler { MaxConnectionsPerServer = connections, UseProxy = false });
        var begun = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var session = NBomberSession.RunAsync(
            "probe", [Simulation.KeepConstant(connections, Lead + duration + Lead)], _ => CallAsync(client, begun));
        if (await Task.WhenAny(begun.Task, session) == session)
            await session;

        // Copies join within the first second.
        await Task.Delay(Lead, time, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        var (start, before) = (time.GetTimestamp(), Interlocked.Read(ref _answers));
        await Task.Delay(duration, time, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        var (elapsed, answers) = (time.GetElapsedTime(start), Interlocked.Read(ref _answers) - before);
        await session;
        cancellationToken.ThrowIfCancellationRequested();
        return Interlocked.Read(ref _failures) == 0
            ? answers / elapsed.TotalSeconds
            : throw new LoadEngineException($"{_failures} requests of NBomber's to {_address} failed.");
    }

    private async Task<IResponse> CallAsync(HttpClient client, TaskCompletionSource begun)
    {
        begun.TrySetResult();
        var response = await Http.Send(client, Http.CreateRequest("GET", _address));
        Interlocked.Increment(ref response.IsError ? ref _failures : ref _answers);
        return response;
    }
}
