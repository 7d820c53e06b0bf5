using System.Text.Json.Serialization;

namespace EventSourcingBench.Api;

/// <summary>Every error of this API, as RFC 9457 has it (<c>application/problem+json</c>).</summary>
public sealed record ApiProblem
{
    /// <summary>The kind of problem; the last segment names it, see <see cref="ProblemTypes"/>.</summary>
    public required string Type { get; init; }

    /// <summary>The kind in words.</summary>
    public required string Title { get; init; }

    /// <summary>The HTTP status.</summary>
    public required int Status { get; init; }

    /// <summary>What happened this time, and what to do.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Detail { get; init; }

    /// <summary>The version that the writer expected; only of <see cref="ProblemTypes.WrongExpectedVersion"/>. 0: no stream.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public long? Expected { get; init; }

    /// <summary>The version that the stream had; only of <see cref="ProblemTypes.WrongExpectedVersion"/>.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public long? Actual { get; init; }

    /// <summary>The rule, such as <c>courseFull</c>; only of <see cref="ProblemTypes.Refused"/>.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Refusal { get; init; }

    /// <summary>The seats that are reserved; only of <see cref="ProblemTypes.Refused"/> by a show.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<int>? Taken { get; init; }

    /// <summary>
    /// How many appends met a version conflict on the way; only of <see cref="ProblemTypes.Refused"/> and of
    /// <see cref="ProblemTypes.RetriesExhausted"/>.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public int? Conflicts { get; init; }

    /// <summary>What is wrong, by field, header or parameter; only of <see cref="ProblemTypes.Validation"/>.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyDictionary<string, string[]>? Errors { get; init; }

    /// <summary>The rule that refused it; null where none did.</summary>
    /// <typeparam name="TRefusal">The refusals of the domain that was asked.</typeparam>
    /// <exception cref="FormatException">The rule is none of these.</exception>
    public TRefusal? RefusalAs<TRefusal>()
        where TRefusal : struct, Enum => Refusal is null ? null
        : Enum.TryParse<TRefusal>(Refusal, ignoreCase: true, out var refusal) ? refusal
        : throw new FormatException($"'{Refusal}' is no {typeof(TRefusal).Name}.");
}
