namespace EventSourcingBench.Stores.Faulty;

/// <summary>Events before those that were acknowledged earlier, or later to be seen than acknowledged.</summary>
internal static class RealTimeLies
{
    private static readonly TimeSpan Late = TimeSpan.FromMilliseconds(50);

    public static IReadOnlyList<Lie> All { get; } =
    [
        new("lie-order-stream", "Leaves a version of the stream free before one event in 50 and gives it to the next append",
            "An append lies before one of its stream that was acknowledged before it began; a gap where no append follows")
        {
            Rate = 50,
            Make = FillingHoles,
        },
        new("lie-order-global", "Leaves a position free before one event in 500 and gives it to the next append",
            "An append has a lower position than one that was acknowledged before it began; of one stream the positions fall")
        {
            Rate = 500,
            Make = c => PlacementLies.Positions(c, p => Exchanged(p, c.Rate)),
        },
        new("lie-visible-late", "Acknowledges each append at once and shows it 50 ms later",
            "A read that began after an acknowledgement misses its event; the subscription is late and complete")
        {
            Make = c => new Behaviour
            {
                Read = (_, events) => events.TakeWhile(e => e.RecordedAt + Late <= c.Time.GetUtcNow()),
                Deliver = (_, batches) => DelayAsync(batches, c.Time),
            },
        },
    ];

    // Its own inverse: multiples of the rate change places with their successors.
    private static long Exchanged(long number, int rate) =>
        number % rate == 0 ? number + 1 : number % rate == 1 && number > 1 ? number - 1 : number;

    private static Behaviour FillingHoles(LieContext context)
    {
        var (log, rate) = (context.Log, context.Rate);
        return Writes.Doing(write => log.Append(write.With(p => p with { Expected = Real(p) })) switch
        {
            NoneAppended none => Refused(write, none),
            var result => result.Map(a => a with { StreamVersion = Exchanged(a.StreamVersion, rate) }),
        }) with
        {
            Show = Show,
            Read = (read, _) => log.Reader.ReadStreamAsync(read.Stream, Math.Max(1, read.FromVersion - 1))
                .Select(Show).Where(e => e.Version >= read.FromVersion).OrderBy(e => e.Version),
        };

        RecordedEvent Show(RecordedEvent recorded) => recorded.With(version: Exchanged(recorded.Version, rate));

        // While a hole is open the stream seems to be one version longer than it is.
        long Seeming(long version) => version > 0 && version % rate == 0 ? version + 1 : version;

        ExpectedVersion Real(StreamAppend part) =>
            log.VersionOf(part.Stream) is var version && !part.Expected.IsAny && part.Expected.Value == Seeming(version)
                ? ExpectedVersion.After(version)
                : part.Expected;

        NoneAppended Refused(Write write, NoneAppended none) => none with
        {
            Conflict = new WrongExpectedVersion(
                write.Parts.First(p => p.Stream == none.Stream).Expected, Seeming(none.Conflict.ActualVersion)),
        };
    }

    private static async IAsyncEnumerable<EventBatch> DelayAsync(
        IAsyncEnumerable<EventBatch> batches, TimeProvider time, [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        await foreach (var batch in batches.WithCancellation(cancellationToken))
        {
            var wait = batch.Events.Count == 0 ? TimeSpan.Zero : batch.Events[^1].RecordedAt + Late - time.GetUtcNow();
            if (wait > TimeSpan.Zero)
            {
                await Task.Delay(wait, time, cancellationToken);
            }

            yield return batch;
        }
    }
}
