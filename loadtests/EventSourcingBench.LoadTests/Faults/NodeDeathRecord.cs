namespace EventSourcingBench.LoadTests.Faults;

/// <summary>A node that was killed once in a step.</summary>
/// <param name="Pause">The longest time after the death in which nothing was acknowledged.</param>
internal sealed record NodeDeathRecord(TimeSpan At, string What, TimeSpan Pause)
{
    // A run may go on for an hour: what stops it long after a restart is not this death.
    private static readonly TimeSpan Settling = TimeSpan.FromSeconds(10);

    public string Mark => FormattableString.Invariant($"a node killed: {Pause.TotalSeconds:0.#} s without an acknowledgement");

    /// <summary>Ends a schedule of one death.</summary>
    /// <returns>Null where there is no schedule, or the load ended before.</returns>
    public static async Task<NodeDeathRecord?> EndAsync(FaultSchedule? schedule, StepHistory history)
    {
        if (schedule is null || await schedule.EndAsync() is not [var death])
            return null;

        var until = Math.Min(schedule.LoadEnd, death.Healed + Settling.Ticks ?? long.MaxValue);
        return new(death.At, death.What, OutageView.LongestPause(history, death.From, until));
    }
}
