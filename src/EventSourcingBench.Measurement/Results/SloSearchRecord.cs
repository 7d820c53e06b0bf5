namespace EventSourcingBench.Measurement.Results;

/// <summary>The search for the greatest load that keeps a bound on response times: of a rate, unless <see cref="Unit"/> differs.</summary>
/// <param name="Rate">The greatest load that held, requests a second by default; null where none did.</param>
public sealed record SloSearchRecord(SloRecord Slo, double? Rate = null)
{
    public const string PerSecond = "/s";

    /// <summary>In so many runs a rate must hold to be confirmed.</summary>
    public const int RunsToConfirm = 3;

    /// <summary>What follows the number of a load: <c>/s</c> by default, or <c> events</c>.</summary>
    public string Unit { get; init; } = PerSecond;

    /// <summary>The rates that were tried, in that order; some several times.</summary>
    public required IReadOnlyList<SloProbe> Probes { get; init; }

    /// <summary>The lowest rate above <see cref="Rate"/> at which a run broke the bound; null where none did.</summary>
    [JsonIgnore]
    public double? Broken => Probes.Where(p => !p.Held && p.Rate > (Rate ?? 0)).Min(p => (double?)p.Rate);

    [JsonIgnore]
    public int Confirmations => Probes.Count(p => p.Held && p.Rate.Equals(Rate));

    /// <summary>The run at <see cref="Rate"/> that held with the slowest response; null where none did.</summary>
    [JsonIgnore]
    public SloProbe? Slowest => Probes.Where(p => p.Held && p.Rate.Equals(Rate)).MaxBy(p => p.Response);

    /// <summary>Whether a run broke the bound at a rate that is not above one that held.</summary>
    [JsonIgnore]
    public bool IsNotMonotone => Probes.Any(p => !p.Held && p.Rate <= Probes.Where(h => h.Held).Max(h => (double?)h.Rate));

    /// <summary>A sentence: <c>sqlite keeps p99 within 20 ms up to 1,200/s (confirmed three times); 1,500/s breaks it.</c></summary>
    public string Answer(string store)
    {
        var load = Unit == PerSecond ? "rate" : "load";
        var broken = Broken is { } more ? FormattableString.Invariant($"{more:#,0.##}{Unit} breaks it.") : $"no higher {load} was tried.";
        var remedy = Unit == PerSecond ? ": use a longer --duration" : "";
        var confirmed = Confirmations switch
        {
            1 => "one run, not confirmed",
            < RunsToConfirm => "two runs, not confirmed",
            RunsToConfirm => "confirmed three times",
            var runs => FormattableString.Invariant($"confirmed {runs} times"),
        };
        return (Rate is null ? $"{store} keeps {Slo} at no {load} that was tried; {broken}"
            : FormattableString.Invariant($"{store} keeps {Slo} up to {Rate:#,0.##}{Unit} ({confirmed}); {broken}"))
            + (Slowest is { IsOfFew: true } ? FormattableString.Invariant(
                $" Its runs had fewer requests than p{Slo.Percentile:0.###} needs{remedy}.") : "")
            + (IsNotMonotone ? $" Not monotone: a run broke the bound at a {load} that is not above one that held." : "");
    }
}

/// <param name="Throughput">Successful requests a second.</param>
/// <param name="Held">Whether the bound held, every request was done or refused by a rule, and verification passed.</param>
/// <param name="Response">The response time at the bound's percentile (see <see cref="ResponseTimes"/>); null without a request.</param>
/// <param name="ResponseIsLowerBound">Whether it is a lower bound, because it falls among requests without an answer.</param>
/// <param name="EngineReport">The engine's own report, as <see cref="StepRecord.EngineReport"/>; null where it made none.</param>
public sealed record SloProbe(
    double Rate, double Throughput, bool Held, TimeSpan? Response = null, bool ResponseIsLowerBound = false, string? EngineReport = null)
{
    /// <summary>Whether it had fewer requests than reports ask for before they give the percentile: 1,000 for p99.</summary>
    public bool IsOfFew { get; init; }
}

/// <summary>A bound on response times: so many percent of all requests are to be answered within it.</summary>
/// <param name="Percentile">Such as 99; more than 0, less than 100.</param>
/// <param name="Bound">The longest response time, from the intended start.</param>
public sealed record SloRecord(double Percentile, TimeSpan Bound) : IJsonOnDeserialized
{
    /// <summary>The bound in words: <c>p99 within 20 ms</c>.</summary>
    public override string ToString() => FormattableString.Invariant($"p{Percentile:0.###} within {Bound.TotalMilliseconds:0.###} ms");

    // Checks what was read here, so that the error names the place.
    void IJsonOnDeserialized.OnDeserialized()
    {
        if (Percentile is not (> 0 and < 100))
            throw new JsonException("The percentile must be more than 0 and less than 100.");
    }
}
