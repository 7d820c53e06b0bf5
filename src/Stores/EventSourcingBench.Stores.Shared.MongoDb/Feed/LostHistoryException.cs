namespace EventSourcingBench.Stores.Shared;

/// <summary>The oplog no longer has what follows a resume token.</summary>
internal sealed class LostHistoryException(Exception inner) : Exception("The oplog no longer has what follows the resume token.", inner);
