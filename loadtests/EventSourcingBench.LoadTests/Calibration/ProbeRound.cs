namespace EventSourcingBench.LoadTests.Calibration;

/// <summary>One closed load of a probe.</summary>
/// <param name="Rate">Successful requests a second.</param>
/// <param name="BytesPerRequest">Allocated in this process, everything included.</param>
/// <param name="Failures">Requests that did not succeed.</param>
internal readonly record struct ProbeRound(double Rate, double BytesPerRequest, long Failures);
