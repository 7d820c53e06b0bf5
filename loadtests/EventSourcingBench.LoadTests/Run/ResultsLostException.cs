namespace EventSourcingBench.LoadTests;

/// <summary>The results folder cannot be written any more (disk full): the run ends, and what is there stays.</summary>
internal sealed class ResultsLostException(string message, Exception innerException) : Exception(message, innerException);
