namespace EventSourcingBench.LoadTests.Faults;

/// <summary>SIGSTOP, with all child processes, and SIGCONT after a time. Linux only.</summary>
internal sealed class PauseFault(StoreUnderTest store, FaultTarget target) : Fault(store)
{
    private static readonly TimeSpan CommandLimit = TimeSpan.FromSeconds(10);

    private IReadOnlyList<int> _stopped = [];

    public override string? WhyNot => !OperatingSystem.IsLinux() ? "processes are stopped on Linux only"
        : WhyNotStopped(target, server => server.ProcessIds.Count > 0 && server.Container is null);

    public override async Task<string> InjectAsync()
    {
        var node = NextNode(target);
        var isServer = target != FaultTarget.Api && Store.Server is not null;
        var main = node is { } number ? [Store.ServerProcessIds[number - 1]] : isServer ? Store.ServerProcessIds : Store.ApiProcessIds;
        try
        {
            // A child that was started meanwhile is found the second time.
            for (var round = 0; round < 2; round++)
            {
                _stopped = [.. main.SelectMany(ProcessTreeSampler.ReadTree)];
                await SignalAsync("STOP");
            }
        }
        catch (StoreFailureException)
        {
            await SignalAsync("CONT");
            throw;
        }

        return $"{(isServer ? NameOf(node) : "The API")} was stopped (SIGSTOP)";
    }

    public override async Task<string?> HealAsync()
    {
        await SignalAsync("CONT");
        return $"it went on after {DurationText.Of(Lasts)}";
    }

    // One that has ended meanwhile makes the command fail, and the others have the signal.
    private async Task SignalAsync(string signal)
    {
        try
        {
            var ids = _stopped.Select(id => id.ToString(CultureInfo.InvariantCulture));
            // The shell's own: the executable is missing in small images.
            await ChildCommand.RunAsync(
                new ProcessStartInfo("/bin/sh", ["-c", "kill -s \"$0\" \"$@\"", signal, .. ids]), CommandLimit, CancellationToken.None);
        }
        catch (TimeoutException e)
        {
            throw new StoreFailureException($"SIG{signal} could not be sent: {e.Message}", e);
        }
    }
}
