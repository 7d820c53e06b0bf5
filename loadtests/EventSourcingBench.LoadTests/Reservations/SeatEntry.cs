using EventSourcingBench.Domain;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests;

/// <summary>One request in the ledger: small, as millions of them are kept.</summary>
/// <param name="EventId">The identity of its event.</param>
/// <param name="Show">The number of the show.</param>
/// <param name="Number">The number of the seat, or how many seats the show has.</param>
/// <param name="Tries">Appends that were told to have been tried; 0 while nothing was heard.</param>
/// <param name="Kind">What was ordered.</param>
/// <param name="Outcome">What was heard; a timeout where nothing was.</param>
internal readonly record struct SeatEntry(Guid EventId, int Show, short Number, short Tries, ShowCommandKind Kind, Outcome Outcome);
