namespace EventSourcingBench.LoadTests.Faults;

/// <summary>The time of day of what holds the data jumps ahead, and back after a time.</summary>
internal sealed class ClockFault(StoreUnderTest store, TimeSpan ahead) : Fault(store)
{
    /// <summary>How long it is ahead.</summary>
    public static readonly TimeSpan Jumped = JumpingClock.Cache + TimeSpan.FromSeconds(2);

    public override string? WhyNot => Store.Clock is null ? "libfaketime is not installed (Debian: faketime)"
        : Store switch
        {
            { Server.HasOwnClock: false } => "its server was not started here, or asks the kernel for the time",
            { Server: null, NodeGroup: null } => DirectStore.InOwnProcess,
            _ => null,
        };

    public override async Task<string> InjectAsync()
    {
        await JumpAsync(ahead);
        return $"The clock of what holds the data jumped {DurationText.Of(ahead)} ahead";
    }

    public override async Task<string?> HealAsync()
    {
        await JumpAsync(TimeSpan.Zero);
        return $"it jumped back after {DurationText.Of(Lasts)}";
    }

    private Task JumpAsync(TimeSpan to) => TryAsync("its clock could not be set: ", Task.Run(() => Store.Clock!.Jump(to)));
}
