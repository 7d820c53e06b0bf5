namespace EventSourcingBench.LoadTests.Calibration;

/// <summary>One figure of a calibration.</summary>
/// <param name="What">What was measured.</param>
/// <param name="Figure">What came out, with unit.</param>
/// <param name="Bar">The bar; empty where it is only reported.</param>
/// <param name="Passed">Whether it holds; null where it is only reported or could not be measured.</param>
internal sealed record CalibrationLine(string What, string Figure, string Bar = "", bool? Passed = null);
