namespace EventSourcingBench.Measurement.Load;

/// <summary>Who makes a request.</summary>
/// <param name="Worker">The copy, or the slot in the open model: 0 to <see cref="LoadSimulation.MaxWorkers"/> - 1.</param>
/// <param name="Sequence">The number of the request among all of the step, from 0; unique, warm-up included.</param>
/// <param name="Due">When it was due in the open model, a timestamp of the engine's clock; null: now.</param>
public readonly record struct LoadCall(int Worker, long Sequence, long? Due = null);
