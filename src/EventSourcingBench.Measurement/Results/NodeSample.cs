namespace EventSourcingBench.Measurement.Results;

/// <summary>What one process of several used in a second.</summary>
/// <param name="Cores">CPU, in cores.</param>
/// <param name="Bytes">Memory, bytes.</param>
public sealed record NodeSample(double Cores, long Bytes);
