namespace EventSourcingBench.Measurement.Load;

/// <summary>What is done again and again. Neutral towards engines.</summary>
/// <param name="RunAsync">One request. It ends with the outcome and never throws for a store's error; an exception is a defect and ends the
/// step. It applies its own timeout. Called concurrently, but never twice at once for one <see cref="LoadCall.Worker"/>.</param>
/// <param name="ReportFolder">A folder for this load alone, where an engine may leave a separate report; null: none is wanted.</param>
public sealed record LoadScenario(string Name, Func<LoadCall, CancellationToken, ValueTask<Outcome>> RunAsync, string? ReportFolder = null);

/// <summary>Who makes a request.</summary>
/// <param name="Worker">The copy, or the slot in the open model: 0 to <see cref="LoadSimulation.MaxWorkers"/> - 1.</param>
/// <param name="Sequence">The number of the request among all of the step, from 0; unique, warm-up included.</param>
/// <param name="Due">When it was due in the open model, a timestamp of the engine's clock; null: now.</param>
public readonly record struct LoadCall(int Worker, long Sequence, long? Due = null);

/// <summary>How load is made. Closed model: a number of copies, each sending its next request when the last one is answered. Open model: a
/// rate, kept whatever the store does; requests are sent late, never skipped, and the lateness counts.</summary>
/// <param name="WarmUp">Time before the measured time, at full load; its requests are not recorded and its backlog is drained.</param>
/// <param name="Copies">Copies at full load; null in the open model.</param>
/// <param name="Rate">Requests a second at full load; null in the closed model.</param>
/// <param name="Ramp">True when load rises evenly from nothing to the full value over <paramref name="Duration"/>.</param>
/// <param name="MaxInFlight">The most requests under way in the open model: what is due beyond it waits, and the wait counts.</param>
public sealed record LoadSimulation(
    TimeSpan WarmUp, TimeSpan Duration, int? Copies = null, double? Rate = null, bool Ramp = false, int MaxInFlight = 256)
{
    /// <summary>How many workers an engine may number.</summary>
    public int MaxWorkers => Copies ?? MaxInFlight;
}
