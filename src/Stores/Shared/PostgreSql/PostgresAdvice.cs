namespace EventSourcingBench.Stores.Shared;

/// <summary>What to set instead where a setting of PostgreSQL makes figures slower, noisier or less durable than they need to be. Sources:
/// PostgreSQL's documentation, chapters "Server Configuration", "WAL Configuration" and "Populating a Database".</summary>
internal static class PostgresAdvice
{
    private static readonly Dictionary<string, double> Units = new(StringComparer.Ordinal)
    {
        { "kB", 1L << 10 }, { "MB", 1L << 20 }, { "GB", 1L << 30 }, { "TB", 1L << 40 },
        { "us", 1e-6 }, { "ms", 1e-3 }, { "s", 1 }, { "min", 60 }, { "h", 3600 }, { "d", 86_400 },
        { "", 1 },
    };

    private static readonly Dictionary<string, (Func<string, bool> IsGood, string Advice)> Rules = new(StringComparer.Ordinal)
    {
        ["fsync"] = (Is("on"), "Acknowledged events are lost in a power failure: set it to on."),
        ["synchronous_commit"] = (v => v != "off", "Acknowledged events are lost in a crash: set it to on."),
        ["full_page_writes"] = (Is("on"), "A power failure may tear pages: set it to on, unless the file system writes 8 kB at once."),
        ["commit_delay"] = (AtMost(0), "Commits wait so many microseconds for others: set it to 0."),
        ["wal_buffers"] = (AtLeast(4 << 20), "Writers wait for room in the buffer of the log: set it to -1 or 16MB."),
        ["max_wal_size"] = (AtLeast(2L << 30), "A checkpoint begins whenever so much was written, and pages are logged whole after it: "
            + "set it to 4GB or more."),
        ["checkpoint_timeout"] = (AtLeast(300), "Pages are logged whole after each checkpoint: set it to 5min or more."),
        ["checkpoint_completion_target"] = (AtLeast(0.9), "A checkpoint writes in a burst, which pauses commits: set it to 0.9."),
        ["shared_buffers"] = (AtLeast(256 << 20), "Pages are read from the system again and again: set it to a quarter of the memory."),
        ["effective_cache_size"] = (AtLeast(1L << 30), "The planner expects little of the cache: set it to half of the memory."),
        ["work_mem"] = (AtLeast(4 << 20), "Sorts go to disk early: set it to 4MB or more."),
        ["maintenance_work_mem"] = (AtLeast(64 << 20), "Vacuum and index builds are slow: set it to 64MB or more."),
        ["huge_pages"] = (v => v != "off", "Many backends share the buffers by small pages: set it to try."),
        ["max_connections"] = (AtLeast(100), "A store opens up to 64 connections, and the API and verification have more: set it to 200."),
        ["autovacuum"] = (Is("on"), "Tables of read models and checkpoints grow with every update: set it to on."),
        ["default_transaction_isolation"] =
            (Is("read committed"), "Appends that conflict fail with serialization errors: set it to 'read committed'."),
        ["random_page_cost"] = (AtMost(2), "The planner takes the disk for a rotating one: set it to 1.1 on an SSD."),
        ["track_io_timing"] = (Is("off"), "The clock is read twice for each page: set it to off."),
        ["track_wal_io_timing"] = (Is("off"), "The clock is read twice for each write of the log: set it to off."),
    };

    public static EffectiveSetting AddTo(EffectiveSetting setting) =>
        Rules.TryGetValue(setting.Name, out var rule) && !rule.IsGood(setting.Value) ? setting with { Advice = rule.Advice } : setting;

    private static Func<string, bool> Is(string value) => v => v == value;

    // What is no number is not judged.
    private static Func<string, bool> AtLeast(double least) => v => Number(v) is not { } number || number >= least;

    private static Func<string, bool> AtMost(double most) => v => Number(v) is not { } number || number <= most;

    private static double? Number(string value)
    {
        var unit = value.TrimStart("-.0123456789".ToCharArray());
        return Units.TryGetValue(unit, out var factor)
            && double.TryParse(value[..^unit.Length], NumberStyles.Float, CultureInfo.InvariantCulture, out var number)
            ? number * factor : null;
    }
}
