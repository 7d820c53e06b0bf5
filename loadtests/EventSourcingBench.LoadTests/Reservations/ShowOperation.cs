namespace EventSourcingBench.LoadTests.Reservations;

internal sealed class ShowOperation(CommandHandling handling, string show, ShowCommand command) : StoreOperation
{
    public override string Show => show;

    public override HttpLoadRequest ToHttp(RequestWriter to)
    {
        return command.Kind switch
        {
            ShowCommandKind.Create =>
                Of(HttpMethod.Post, "shows", to.Json(new CreateShow(show, command.Number), ApiJson.Default.CreateShow)),
            ShowCommandKind.Reserve => Of(
                HttpMethod.Post, $"shows/{show}/reservations", to.Json(new ReserveSeat(command.Number), ApiJson.Default.ReserveSeat)),
            _ => Of(HttpMethod.Delete, FormattableString.Invariant($"shows/{show}/reservations/{command.Number}")),
        };

        HttpLoadRequest Of(HttpMethod method, string path, ReadOnlyMemory<byte> body = default) =>
            new(method, to.At(path + handling.Query), body, command.Id);
    }

    public override LoadReply Read(HttpLoadReply reply) => Read<ReservationRefusal>(reply, static body =>
    {
        var accepted = JsonSerializer.Deserialize(body.Span, ApiJson.Default.ReservationAccepted)!;
        return new(Outcome.Success, accepted.Version ?? 0, Conflicts: Math.Max(0, accepted.Tries - 1));
    });

    public override async ValueTask<LoadReply> RunAsync(DirectStore store, CancellationToken cancellationToken)
    {
        var answer = await handling.On(store).RunAsync(show, command, handling.MaxAttempts, cancellationToken);
        return answer.Refusal is { } refusal ? LoadReply.Refused(refusal, answer.Tries)
            : answer.IsConflict ? new(Outcome.Conflict, Conflicts: answer.Tries)
            : new(Outcome.Success, answer.Version ?? 0, Conflicts: Math.Max(0, answer.Tries - 1));
    }
}

internal sealed class CommandHandling(ReservationStrategy strategy, int maxAttempts)
{
    private IReservations? _side;

    public int MaxAttempts => maxAttempts;

    public string Query { get; } = FormattableString.Invariant($"?strategy={strategy}&maxAttempts={maxAttempts}");

    /// <summary>The command side of a store in this process, which is not reset any more.</summary>
    public IReservations On(DirectStore store) => _side ??= store.Side(strategy);
}

internal static class ShowIds
{
    /// <summary>The id of a show: <c>s0</c>, <c>s1</c>, …</summary>
    public static string Of(int number) => string.Create(CultureInfo.InvariantCulture, $"s{number}");
}
