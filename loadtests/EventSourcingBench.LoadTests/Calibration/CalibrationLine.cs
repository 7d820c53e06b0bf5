namespace EventSourcingBench.LoadTests.Calibration;

/// <summary>One figure of a calibration.</summary>
/// <param name="What">What was measured.</param>
/// <param name="Figure">What came out, with unit.</param>
/// <param name="Bar">The bar; empty where it is only reported.</param>
/// <param name="Passed">Whether it holds; null where it is only reported or could not be measured.</param>
internal sealed record CalibrationLine(string What, string Figure, string Bar = "", bool? Passed = null)
{
    /// <summary>Operations a second, only reported.</summary>
    public static CalibrationLine Rate(string what, double perSecond) => new(what, FormattableString.Invariant($"{perSecond:N0}/s"));

    /// <summary>A ratio, in a format such as <c>0.00</c>, that must reach a bar.</summary>
    public static CalibrationLine Ratio(string what, double ratio, double least, string format = "0.00") => new(
        what, ratio.ToString(format, CultureInfo.InvariantCulture), FormattableString.Invariant($"at least {least}"), ratio >= least);

    public static CalibrationLine NotMeasured(string what, Unavailable why) => new(what, why.ToString());
}
