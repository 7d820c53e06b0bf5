namespace EventSourcingBench.Domain;

/// <summary>An order to a show.</summary>
/// <param name="Id">The identity of the request, which becomes that of its event: a repeat has the same.</param>
/// <param name="Kind">What is ordered.</param>
/// <param name="Number">How many seats a new show has, 1 or more; else the number of the seat.</param>
public readonly record struct ShowCommand(Guid Id, ShowCommandKind Kind, int Number);
