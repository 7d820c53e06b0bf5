namespace EventSourcingBench.Reporting.Requests;

/// <summary>What a timeline shows of each second.</summary>
/// <param name="Name">Its name among the choices.</param>
/// <param name="Unit">The vertical axis.</param>
/// <param name="Of">The value of a second; null where there is none.</param>
internal sealed record TimelineMeasure(string Name, string Unit, Func<SecondRecord, double?> Of)
{
    /// <summary>Whether the value of a second is a lower bound.</summary>
    public Func<SecondRecord, bool> IsLowerBound { get; init; } = _ => false;

    /// <summary>Whether a second is worth a choice: one that has a value.</summary>
    public Func<SecondRecord, bool> IsShown { get; init; } = s => Of(s) is not null;

    /// <summary>Requests that ended in one way, where there were any.</summary>
    public static TimelineMeasure Count(Outcome outcome, Func<SecondRecord, long> of) =>
        new(Format.Capital(outcome.Title()), $"Requests/s, {outcome.Title()}", s => of(s)) { IsShown = s => of(s) > 0 };
}
