using EventSourcingBench.Abstractions;
using EventSourcingBench.Stores.Faulty.Lying;

namespace EventSourcingBench.Stores.Faulty;

/// <summary>The first stores that were wrong, on streams alone. Their projections follow their subscriptions.</summary>
internal static class FaultyStores
{
    private const int Rate = 1_000;
    private const string Server = "umadb";
    private static readonly TimeSpan Late = TimeSpan.FromMilliseconds(30);

    public static IReadOnlyList<Lie> All { get; } =
    [
        Faulty(
            "faulty-lose",
            "Acknowledges each event and drops one in a thousand",
            "An acknowledged event that no reader sees",
            Writes.LosingFirst),
        Faulty(
            "faulty-duplicate",
            "Stores one append in a thousand twice, and every retry",
            "The same event id at two versions of its stream",
            Duplicating),
        Faulty(
            "faulty-reorder",
            "Each subscription exchanges other events with their neighbours",
            "Each subscription has another order",
            Reordering),
        Faulty(
            "faulty-skip",
            "One append in a thousand commits late, and subscriptions skip it",
            "An event that subscriptions miss if they are fast",
            Skipping),
        Faulty(
            "faulty-quote",
            "Quotes its connection string wherever a store may say something",
            "A secret in errors and in the description",
            Quoting) with { Server = Server },
        Faulty(
            "faulty-quote-opening",
            "Quotes its connection string when it is opened",
            "A secret in the error of opening",
            c => throw Quote(c)) with { Server = Server },
    ];

    private static Lie Faulty(string name, string summary, string shows, Func<LieContext, Behaviour> make) =>
        new() { Name = name, Summary = summary, Shows = shows, Parts = LieParts.Streams, Rate = Rate, Make = make };

    private static Behaviour Duplicating(LieContext context) => Writes.Doing(write =>
    {
        var result = context.Log.Append(write, knowsRetries: false);
        if (result is AllAppended && context.IsDue())
        {
            context.Log.Add(write.Parts);
        }

        return result;
    });

    // Each subscription exchanges other events, so that no order is stable.
    private static Behaviour Reordering(LieContext context)
    {
        var subscriptions = 0L;
        return new Behaviour
        {
            Deliver = (_, batches) =>
            {
                var which = Interlocked.Increment(ref subscriptions) % context.Rate;
                return batches.Select(batch => batch with { Events = Exchange(batch.Events, e => e.Position % context.Rate == which) });
            },
        };
    }

    private static RecordedEvent[] Exchange(IReadOnlyList<RecordedEvent> events, Func<RecordedEvent, bool> isExchanged)
    {
        var exchanged = events.ToArray();
        for (var i = 0; i + 1 < exchanged.Length; i++)
        {
            if (isExchanged(events[i]))
            {
                (exchanged[i], exchanged[i + 1]) = (exchanged[i + 1], exchanged[i]);
            }
        }

        return exchanged;
    }

    // The append has its place; until it commits no reader sees it, and subscriptions go past it.
    private static Behaviour Skipping(LieContext context)
    {
        var hidden = new HiddenEvents();
        return new Behaviour
        {
            Show = hidden.Show,
            Write = async (write, cancellationToken) =>
            {
                if (!context.IsDue())
                {
                    return context.Log.Append(write);
                }

                var result = hidden.Append(context.Log, write, write.Events);
                try
                {
                    await Task.Delay(Late, context.Time, cancellationToken);
                    return result;
                }
                finally
                {
                    write.Events.ForEach(e => hidden.Unhide(e.Event.Id));
                }
            },
        };
    }

    private static Behaviour Quoting(LieContext context)
    {
        var appends = 0L;
        return Writes.Doing(
            write => Interlocked.Increment(ref appends) % context.Rate == 1 ? throw Quote(context) : context.Log.Append(write));
    }

    private static StoreUnavailableException Quote(LieContext context) => new(
        $"The client said: '{context.Opened.ConnectionString}' failed.",
        new InvalidOperationException($"'{context.Opened.ConnectionString}' is broken."));
}
