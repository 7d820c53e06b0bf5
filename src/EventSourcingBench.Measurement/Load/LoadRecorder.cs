namespace EventSourcingBench.Measurement;

/// <summary>Keeps what the generator measures. Filled in by the measurement part.</summary>
public sealed class LoadRecorder;
