namespace EventSourcingBench.LoadTests.Faults;

/// <summary>SIGSTOP of what holds the data, or of the API, with all child processes, and SIGCONT after a time. Linux only.</summary>
internal sealed class PauseFault(IStoreUnderTest store, bool ofApi) : Fault(store)
{
    private static readonly TimeSpan CommandLimit = TimeSpan.FromSeconds(10);

    private IReadOnlyList<int> _stopped = [];

    public static IReadOnlyList<FaultKind> Kinds { get; } = [Kind("pause", ofApi: false), Kind("pause-api", ofApi: true)];

    public override string? WhyNot => !OperatingSystem.IsLinux() ? "processes are stopped on Linux only"
        : WhyNotStopped(ofApi, server => server.ProcessIds.Count > 0 && server.Container is null);

    public override async Task<string> InjectAsync()
    {
        var isServer = !ofApi && Store.Server is not null;
        var main = isServer ? Store.ServerProcessIds : Store.ApiProcessIds;
        // A child that was started meanwhile is found the second time.
        for (var round = 0; round < 2; round++)
        {
            _stopped = [.. main.SelectMany(ProcessTreeSampler.ReadTree)];
            await SignalAsync("STOP");
        }

        return $"{(isServer ? $"The {Store.Server!.Kind} server" : "The API")} was stopped (SIGSTOP)";
    }

    public override async Task<string?> HealAsync()
    {
        await SignalAsync("CONT");
        return $"it went on after {DurationText.Of(Lasts)}";
    }

    // One that has ended meanwhile makes the command fail, and the others have the signal.
    private async Task SignalAsync(string signal) => await ChildCommand.RunAsync(
        new ProcessStartInfo("kill", [$"-{signal}", .. _stopped.Select(id => id.ToString(CultureInfo.InvariantCulture))]),
        CommandLimit, CancellationToken.None);

    private static FaultKind Kind(string name, bool ofApi) =>
        FaultKind.Lasting(name, (store, lasts) => new PauseFault(store, ofApi) { Lasts = lasts });
}
