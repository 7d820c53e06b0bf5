namespace EventSourcingBench.LoadTests.Http;

/// <summary>What became of one command to the store.</summary>
/// <typeparam name="TRefusal">The rules that may refuse it.</typeparam>
/// <param name="Outcome">How it ended.</param>
/// <param name="Refusal">The rule that refused it; null where none did.</param>
/// <param name="Conflicts">Version conflicts on the way.</param>
/// <param name="Error">What went wrong; null where nothing did.</param>
/// <param name="Version">The version that was acknowledged; null where the answer has none.</param>
/// <param name="Position">The position that was acknowledged; 0 where none was.</param>
internal readonly record struct CommandReply<TRefusal>(
    Outcome Outcome, TRefusal? Refusal = null, int Conflicts = 0, string? Error = null, long? Version = null, long Position = 0)
    where TRefusal : struct, Enum
{
    /// <summary>How often it was sent again because a connection was refused or broke.</summary>
    public int Resent { get; init; }

    /// <summary>The API's answer.</summary>
    /// <param name="reply">The answer.</param>
    /// <param name="accepted">Reads the body of a success.</param>
    public static CommandReply<TRefusal> Of(HttpLoadReply reply, Func<ReadOnlyMemory<byte>, CommandReply<TRefusal>> accepted) =>
        reply.Outcome switch
        {
            Outcome.Success => accepted(reply.Body),
            Outcome.Conflict => Of(JsonSerializer.Deserialize(reply.Body.Span, ApiJson.Default.ApiProblem)!),
            _ => new(reply.Outcome, Error: reply.Error),
        };

    /// <summary>
    /// The reply where an earlier sending of the same request got no answer and may have been done: only a success settles it.
    /// </summary>
    public CommandReply<TRefusal> AfterLostAnswer() => Outcome == Outcome.Success ? this
        : new(Outcome.Timeout, Error: Error ?? "the connection broke before the first answer") { Resent = Resent };

    private static CommandReply<TRefusal> Of(ApiProblem problem) => problem switch
    {
        { Type: ProblemTypes.ForeignEvent } => new(Outcome.Error, Error: problem.Detail),
        { Refusal: not null } => new(Outcome.Refused, problem.RefusalAs<TRefusal>(), problem.Conflicts ?? 0),
        _ => new(Outcome.Conflict, Conflicts: problem.Conflicts ?? 0),
    };
}
