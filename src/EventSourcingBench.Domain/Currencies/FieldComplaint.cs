namespace EventSourcingBench.Domain.Currencies;

/// <summary>What is wrong with one field of a command.</summary>
/// <param name="Field">Its name as in JSON (<c>tickVolume</c>).</param>
/// <param name="Message">One sentence: what is wrong and what would be right.</param>
public sealed record FieldComplaint(string Field, string Message);
