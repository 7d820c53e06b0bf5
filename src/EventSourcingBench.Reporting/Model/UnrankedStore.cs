namespace EventSourcingBench.Reporting.Model;

/// <summary>A store that was run and is not ranked.</summary>
/// <param name="Run">Which run, from 0.</param>
/// <param name="Store">The store.</param>
/// <param name="Tier">Its durability tier.</param>
/// <param name="Verdict">Its worst verdict in the suite.</param>
/// <param name="Reason">Why it is not ranked: the verdict's own text, or what is missing.</param>
/// <param name="Where">The step that said so (<c>8 copies, trial 2</c>) and how many others; empty where it is all of them.</param>
/// <param name="Examples">Examples of what was found.</param>
public sealed record UnrankedStore(
    int Run, string Store, string Tier, VerdictState Verdict, string Reason, string Where, IReadOnlyList<string> Examples);
