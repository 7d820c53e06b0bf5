namespace EventSourcingBench.LoadTests.Steps;

/// <summary>The part of a load that one of several generators makes.</summary>
internal sealed record LoadShare(int Index, int Count)
{
    public static LoadShare Whole { get; } = new(0, 1);

    /// <summary>The number among the requests of all generators of a request that this one sends.</summary>
    public long NumberOf(long sequence) => (sequence * Count) + Index;

    /// <summary>
    /// Divides a load. Copies, and requests under way, are whole: the first generators have one more where they do not
    /// go in evenly, and with fewer copies than generators some make none. A rate is divided evenly; each generator begins
    /// one place later, so that together they send as evenly as one, and a rate below a request a second for each is made
    /// by fewer.
    /// </summary>
    /// <returns>One for each generator that takes part.</returns>
    public static IReadOnlyList<(LoadShare Share, LoadSimulation Simulation, TimeSpan Delay)> Divide(
        LoadSimulation simulation, int generators)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(generators, 1);
        if (simulation.Copies is { } copies)
        {
            var count = Math.Min(generators, copies);
            return
            [
                .. Enumerable.Range(0, count)
                    .Select(i => (new LoadShare(i, count), simulation with { Copies = Part(copies, count, i) }, TimeSpan.Zero)),
            ];
        }

        var rate = simulation.Rate!.Value;
        var taking = (int)Math.Clamp(Math.Floor(rate), 1, Math.Min(generators, simulation.MaxInFlight));
        return
        [
            .. Enumerable.Range(0, taking).Select(i => (
                new LoadShare(i, taking),
                simulation with { Rate = rate / taking, MaxInFlight = Part(simulation.MaxInFlight, taking, i) },
                simulation.Ramp ? TimeSpan.Zero : TimeSpan.FromSeconds(i / rate))),
        ];
    }

    private static int Part(int whole, int parts, int index) => (whole / parts) + (index < whole % parts ? 1 : 0);
}
