namespace EventSourcingBench.Stores.Faulty;

/// <summary>Stores whose client quotes its connection string in errors.</summary>
internal static class QuotingStores
{
    public static IReadOnlyList<Lie> All { get; } =
    [
        Quoting("faulty-quote", "Quotes its connection string wherever a store may say something",
            "A secret in errors and in the description", QuotingAppends),
        Quoting("faulty-quote-opening", "Quotes its connection string when it is opened",
            "A secret in the error of opening", c => throw Quote(c)),
    ];

    private static Lie Quoting(string name, string summary, string shows, Func<LieContext, Behaviour> make) =>
        new(name, summary, shows) { Parts = LieParts.Streams, Rate = 1_000, Make = make, Server = "umadb" };

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
