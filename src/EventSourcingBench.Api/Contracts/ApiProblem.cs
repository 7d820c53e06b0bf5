namespace EventSourcingBench.Api.Contracts;

/// <summary>An error of this API, as defined by RFC 9457 (<c>application/problem+json</c>).</summary>
/// <param name="Type">The type of the problem, identified by its last segment; see <see cref="ProblemTypes"/>.</param>
/// <param name="Detail">The cause, and what to do.</param>
/// <param name="Expected">The expected version; only of <see cref="ProblemTypes.WrongExpectedVersion"/>. 0: no stream.</param>
/// <param name="Actual">The stream's version; only of <see cref="ProblemTypes.WrongExpectedVersion"/>.</param>
/// <param name="Refusal">The rule, such as <c>courseFull</c>; only of <see cref="ProblemTypes.Refused"/>.</param>
/// <param name="Taken">The reserved seats; only of <see cref="ProblemTypes.Refused"/> by a show.</param>
/// <param name="Conflicts">The number of version conflicts before the answer; only of <see cref="ProblemTypes.Refused"/> and
/// <see cref="ProblemTypes.RetriesExhausted"/>.</param>
/// <param name="Errors">The errors by field, header or parameter; only of <see cref="ProblemTypes.Validation"/>.</param>
public sealed record ApiProblem(
    string Type, string Title, int Status,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Detail = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] long? Expected = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] long? Actual = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Refusal = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyList<int>? Taken = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] int? Conflicts = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyDictionary<string, string[]>? Errors = null)
{
    /// <typeparam name="TRefusal">The refusals of the domain.</typeparam>
    /// <exception cref="FormatException">The rule is unknown.</exception>
    public TRefusal? RefusalAs<TRefusal>()
        where TRefusal : struct, Enum => Refusal is null ? null
        : Enum.TryParse<TRefusal>(Refusal, ignoreCase: true, out var refusal) ? refusal
        : throw new FormatException($"'{Refusal}' is no {typeof(TRefusal).Name}.");
}

/// <summary>Values of <see cref="ApiProblem.Type"/> that others compare with; the factory of problems has all of them.</summary>
public static class ProblemTypes
{
    /// <summary>409: the store contains an event of another domain; nothing was appended.</summary>
    public const string ForeignEvent = "/problems/foreign-event";

    internal const string Validation = "/problems/validation";
    internal const string WrongExpectedVersion = "/problems/wrong-expected-version";
    internal const string Refused = "/problems/refused";
    internal const string RetriesExhausted = "/problems/retries-exhausted";
}
