namespace EventSourcingBench.Stores.Faulty;

/// <summary>The same stores without a lie, which must pass everything; and slow ones, which must not win by it.</summary>
internal static class HonestStores
{
    private const int Thousand = 1_000;
    private const int UnansweredOfAThousand = 13;

    public static IReadOnlyList<Lie> All { get; } =
    [
        Honest("honest-streams", LieParts.Bulk),
        Honest("honest-aggregates", LieParts.Bulk | LieParts.Aggregates),
        Honest("honest-dcb", LieParts.Dcb),
        Honest("honest-persistent", LieParts.Bulk | LieParts.Persistent),
        Slow("slow-unanswered", LieParts.Bulk),
        Slow("slow-agg-unanswered", LieParts.Bulk | LieParts.Aggregates),
        Slow("slow-dcb-unanswered", LieParts.Dcb),
    ];

    private static Lie Honest(string name, LieParts parts) =>
        new(name, "Keeps every promise, beside the stores that lie", "What the contract says") { Parts = parts };

    private static Lie Slow(string name, LieParts parts) => new(
        name,
        "Honest, and never answers 13 appends in 1,000, every second of which it stores",
        "Appends that end only by the caller's timeout; every answer is right")
    {
        Parts = parts,
        Make = c => new Behaviour
        {
            Write = Hanging<Write, MultiStreamResult>(c, (w, _) => ValueTask.FromResult(c.Log.Append(w))),
            DcbWrite = Hanging<DcbWrite, DcbAppendResult>(c, (w, token) => c.Dcb.AppendAsync(w.Events, w.Condition, token)),
        },
    };

    private static Func<TWrite, CancellationToken, ValueTask<TResult>> Hanging<TWrite, TResult>(
        LieContext context, Func<TWrite, CancellationToken, ValueTask<TResult>> append)
    {
        var (appends, unanswered) = (0L, 0L);
        return async (write, cancellationToken) =>
        {
            if (Interlocked.Increment(ref appends) * UnansweredOfAThousand % Thousand >= UnansweredOfAThousand)
            {
                return await append(write, cancellationToken);
            }

            if (Interlocked.Increment(ref unanswered) % 2 == 0)
            {
                await append(write, cancellationToken);
            }

            await UntilClosedAsync(context, cancellationToken);
            throw new OutcomeUnknownException("The store was closed before it answered.");
        };
    }

    private static async Task UntilClosedAsync(LieContext context, CancellationToken cancellationToken)
    {
        var closed = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        await using var registration = context.Closed.Register(closed.SetResult);
        await closed.Task.WaitAsync(cancellationToken);
    }
}
