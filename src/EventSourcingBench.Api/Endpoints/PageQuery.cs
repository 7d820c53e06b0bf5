namespace EventSourcingBench.Api.Endpoints;

internal static class PageQuery
{
    private const int MostCount = 10_000;

    public static readonly ParameterDescription From =
        ParameterDescription.Query("from", JsonSchemaType.Integer, "The version of the first event, 1 or more. Default: 1.");

    public static readonly ParameterDescription Count =
        ParameterDescription.Query("count", JsonSchemaType.Integer, "How many at most, 1 to 10000.");

    public static int ReadCount(IQueryCollection query, int otherwise) => (int)Read(query, Count.Name, MostCount, otherwise);

    /// <summary>Reads the page of a stream that the query asks for, and the first version of the next one; null at the end.</summary>
    public static async Task<(List<T> Items, long? Next)> ReadAsync<T>(
        HostedStores stores, string store, StreamId stream, int defaultCount, HttpContext context,
        Func<StoreCapabilities, RecordedEvent, T> select)
    {
        var from = Read(context.Request.Query, From.Name, long.MaxValue, otherwise: 1);
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

    /// <summary>A whole number from 1 to <paramref name="most"/>.</summary>
    public static long Read(IQueryCollection query, string name, long most, long otherwise) =>
        !query.TryGetValue(name, out var text) ? otherwise
        : long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) && number >= 1 && number <= most ? number
        : throw Problem.Invalid(name, $"must be a whole number, {(most == long.MaxValue ? "1 or more" : $"from 1 to {most}")}.");
}
