using System.Diagnostics;

namespace EventSourcingBench.Stores.Faulty;

/// <summary>The same stores without a lie, which must pass everything; slow ones, which must not win by it; and those whose client quotes
/// its connection string in errors.</summary>
internal static class HonestStores
{
    private const int Thousand = 1_000;
    private const int UnansweredOfAThousand = 13;

    public static IReadOnlyList<Lie> All { get; } =
    [
        new("honest-streams", make: _ => new Behaviour { Selects = _ => true }),
        new("honest-aggregates") { Parts = LieParts.Bulk | LieParts.Aggregates },
        new("honest-dcb") { Parts = LieParts.Dcb },
        new("honest-persistent") { Parts = LieParts.Bulk | LieParts.Persistent },
        new("honest-eventual", make: c => ReadLies.Old(c)) { Reads = ReadConsistency.Eventual },
        new("slow-microseconds", 10, Spinning),
        Slow("slow-unanswered", LieParts.Bulk),
        Slow("slow-agg-unanswered", LieParts.Bulk | LieParts.Aggregates),
        Slow("slow-dcb-unanswered", LieParts.Dcb),
        new("faulty-quote", 1_000, QuotingAppends) { Parts = LieParts.Streams },
        new("faulty-quote-opening", 1_000, c => throw Quote(c)) { Parts = LieParts.Streams },
    ];

    private static Lie Slow(string name, LieParts parts) => new(name, 0, c => new Behaviour
    {
        Write = Hanging<Write, MultiStreamResult>(c, (w, _) => ValueTask.FromResult(c.Log.Append(w))),
        DcbWrite = Hanging<DcbWrite, DcbAppendResult>(c, (w, token) => c.Dcb.AppendAsync(w.Events, w.Condition, token)),
    })
    {
        Parts = parts,
    };

    private static Func<TWrite, CancellationToken, ValueTask<TResult>> Hanging<TWrite, TResult>(
        LieContext context, Func<TWrite, CancellationToken, ValueTask<TResult>> append)
    {
        var (appends, unanswered) = (0L, 0L);
        return async (write, cancellationToken) =>
        {
            if (Interlocked.Increment(ref appends) * UnansweredOfAThousand % Thousand >= UnansweredOfAThousand)
                return await append(write, cancellationToken);

            if (Interlocked.Increment(ref unanswered) % 2 == 0)
                await append(write, cancellationToken);

            var closed = Task.Delay(Timeout.InfiniteTimeSpan, context.Closed).ContinueWith(_ => { }, TaskScheduler.Default);
            await closed.WaitAsync(cancellationToken);
            throw new OutcomeUnknownException("The store was closed before it answered.");
        };
    }

    // As many microseconds longer as the rate says, by the CPU: no timer is that fine.
    private static Behaviour Spinning(LieContext context) => Writes.Doing(write =>
    {
        var start = Stopwatch.GetTimestamp();
        while (Stopwatch.GetElapsedTime(start).TotalMicroseconds < context.Rate)
            Thread.SpinWait(1);

        return context.Log.Append(write);
    });

    private static Behaviour QuotingAppends(LieContext context)
    {
        var appends = 0L;
        return Writes.Doing(
            write => Interlocked.Increment(ref appends) % context.Rate == 1 ? throw Quote(context) : context.Log.Append(write));
    }

    private static StoreUnavailableException Quote(LieContext context) => new(
        $"The client said: '{context.Opened.ConnectionString}' failed.",
        new InvalidOperationException($"'{context.Opened.ConnectionString}' is broken."));
}
