namespace EventSourcingBench.LoadTests.Doctor;

/// <param name="Found">What was found, with its unit.</param>
/// <param name="Advice">What to do about it; empty where nothing has to be done.</param>
internal sealed record Diagnosis(string What, Fitness Fitness, string Found, string Advice = "")
{
    /// <summary>What was found; null where nothing was.</summary>
    /// <param name="otherwise">What the machine is where it is not good.</param>
    public static Diagnosis? Of(string what, string? found, bool isGood, string advice, Fitness otherwise = Fitness.Doubtful) =>
        found is null ? null : isGood ? new(what, Fitness.Good, found) : new(what, otherwise, found, advice);
}

internal enum Fitness
{
    Good = 0,
    Doubtful = 1, // Figures have more scatter, or say less than they seem to.
    Unfit = 2, // Figures from here are wrong.
}
