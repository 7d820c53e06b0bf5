using EventSourcingBench.Measurement;

namespace EventSourcingBench.Reporting;

/// <summary>The columns of <c>results.csv</c> that reservations add; README.md says what each holds.</summary>
internal static class ReservationColumns
{
    private const int TriesApart = 5;

    /// <summary>After those of <see cref="CsvColumns"/>, only in reports with reservations.</summary>
    public static IReadOnlyList<CsvColumn> All { get; } =
    [
        new("command_handling", r => r.Step.Reservations?.Strategy),
        new("request_order", r => r.Step.Reservations?.Order),
        new("skew", r => r.Step.Reservations?.Skew),
        new("api_nodes", r => r.Step.Reservations?.Nodes),
        new("goodput_per_second", r => Of(r)?.Goodput),
        new("rejected_per_second", r => Of(r)?.Rejected),
        new("failed_per_second", r => Of(r)?.Failed),
        new("requests", r => Of(r)?.Requests),
        .. Enumerable.Range(1, TriesApart).Select(n => new CsvColumn(FormattableString.Invariant($"tries_{n}"), r => Of(r) is { } of ? ReservationTable.WithTries(of, n) : null)),
        new("tries_more", r => Of(r)?.SuccessesByTries.Skip(TriesApart + 1).Sum()),
        new("gave_up", r => Of(r)?.GivenUp),
        new("version_conflicts", r => Of(r)?.LostRaces),
        new("retries", r => Of(r)?.Retries),
        new("version_conflicts_per_request", r => Of(r)?.LostRacesPerRequest),
        new("retries_per_request", r => Of(r)?.RetriesPerRequest),
        new("fairness", r => Of(r)?.Fairness?.Index),
        new("fairness_shows", r => Of(r)?.Fairness?.Shows),
        new("worst_show", r => Of(r)?.Fairness?.WorstShow),
        new("worst_show_successes", r => Of(r)?.Fairness?.WorstSuccesses),
        new("worst_show_requests", r => Of(r)?.Fairness?.WorstRequests),
    ];

    private static ReservationTally? Of(CsvRow row) => row.Step.Reservations?.Measured;
}
