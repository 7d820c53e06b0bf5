namespace EventSourcingBench.Stores.Shared.MongoDb;

internal static class AppendChecks
{
    /// <summary>MongoDB's limit is 16 MiB per document; the rest is reserved for ids and names.</summary>
    public const int MostBytes = 15 * 1024 * 1024;

    /// <exception cref="ArgumentException">There are no events, two have the same id, or one is too large for a document.</exception>
    public static void Require(IReadOnlyList<EventData> events)
    {
        Appends.RequireDistinct(events);
        RequireSize(events.Max(Size), "an event");
    }

    /// <exception cref="ArgumentException">Together they are too large for a document.</exception>
    public static void RequireOneDocument(IReadOnlyList<EventData> events) => RequireSize(events.Sum(Size), "a commit");

    private static long Size(EventData data) => data.Data.Length + data.Metadata.Length;

    private static void RequireSize(long bytes, string what)
    {
        if (bytes > MostBytes)
        {
            throw new ArgumentException($"MongoDB keeps {what} in one document: at most {MostBytes} bytes, but these are {bytes}. "
                + "Append fewer events at a time.");
        }
    }
}
