namespace EventSourcingBench.Checking;

/// <summary>A store as another process has opened it on the data of the load.</summary>
/// <param name="ReadBack">Reads it.</param>
/// <param name="ReadModel">Opens its read model, when all events were read; null where no projection ran.</param>
/// <param name="How">Such as <c>after reopening by another process</c>, for examples and verdicts.</param>
public sealed record ReopenedStore(IReadBack ReadBack, Func<CancellationToken, Task<IReadModelReader>>? ReadModel, string How);
