namespace EventSourcingBench.Measurement.Machines;

/// <summary>What processes have used.</summary>
/// <param name="Cpu">Processor time so far, ended child processes included.</param>
/// <param name="Cores">Cores busy since the sample before (1.0: one); since the sampler was made for the first.</param>
/// <param name="Bytes">Memory: see <see cref="ProcessTreeSampler"/>.</param>
public readonly record struct ProcessSample(TimeSpan Cpu, double Cores, long Bytes);
