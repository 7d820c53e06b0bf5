namespace EventSourcingBench.Api.Endpoints;

internal static class PageQuery
{
    private const int MostCount = 10_000;

    public static readonly ParameterDescription From =
        ParameterDescription.Query("from", JsonSchemaType.Integer, "The version of the first event, 1 or more. Default: 1.");

    public static readonly ParameterDescription Count =
        ParameterDescription.Query("count", JsonSchemaType.Integer, "How many at most, 1 to 10000.");

    public static long ReadFrom(IQueryCollection query) => Read(query, From.Name, long.MaxValue, 1, "1 or more");

    public static int ReadCount(IQueryCollection query, int otherwise) =>
        (int)Read(query, Count.Name, MostCount, otherwise, "from 1 to 10000");

    /// <summary>The number of events after which a snapshot is stored; 0 where none is asked for.</summary>
    public static int ReadSnapshots(IQueryCollection query, string name) => (int)Read(query, name, 1_000_000, 0, "from 1 to 1000000");

    /// <summary>Reads the page of a stream that the query asks for, and the first version of the next one; null at the end.</summary>
    public static async Task<(List<T> Items, long? Next)> ReadAsync<T>(
        HostedStores stores, string store, StreamId stream, int defaultCount, HttpContext context,
        Func<StoreCapabilities, RecordedEvent, T> select)
    {
        var from = ReadFrom(context.Request.Query);
        var count = ReadCount(context.Request.Query, defaultCount);
        var items = new List<T>();
        using var lease = await stores.EnterAsync(store);
        // One event more than requested shows whether there is another page.
        await foreach (var recorded in lease.Value.Events.ReadStreamAsync(stream, from, count + 1L, context.RequestAborted))
        {
            if (items.Count == count)
                return (items, recorded.Version);

            items.Add(select(lease.Value.Store.Capabilities, recorded));
        }

        return (items, null);
    }

    /// <summary>A whole number from 1 to <paramref name="most"/>, which messages call <paramref name="range"/>.</summary>
    public static long Read(IQueryCollection query, string name, long most, long otherwise, string range) =>
        !query.TryGetValue(name, out var text) ? otherwise
        : long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) && number >= 1 && number <= most ? number
        : throw Problem.Invalid(name, $"must be a whole number, {range}.");
}
