namespace EventSourcingBench.Api.Endpoints;

internal static class PageQuery
{
    private const int MostCount = 10_000;

    public static readonly ParameterDescription From =
        new("from", "The version of the first event, 1 or more. Default: 1.", JsonSchemaType.Integer);

    public static readonly ParameterDescription Count = new("count", "How many at most, 1 to 10000.", JsonSchemaType.Integer);

    public static int ReadCount(IQueryCollection query, int otherwise) => (int)Read(query, Count.Name, MostCount, otherwise);

    /// <summary>Answers with the page of a stream that the query asks for; the first version of the next is null at the end.</summary>
    public static Task AnswerAsync<T, TPage>(
        HostedStores stores, string store, StreamId stream, int defaultCount, HttpContext context,
        Func<StoreCapabilities, RecordedEvent, T> select, Func<List<T>, long?, TPage> make)
    {
        var from = Read(context.Request.Query, From.Name, long.MaxValue, otherwise: 1);
        var count = ReadCount(context.Request.Query, defaultCount);
        return stores.AnswerAsync(store, context, async open =>
        {
            var items = new List<T>();
            // One event more than requested shows whether there is another page.
            await foreach (var recorded in open.Events.ReadStreamAsync(stream, from, count + 1L, context.RequestAborted))
            {
                if (items.Count == count)
                    return make(items, recorded.Version);

                items.Add(select(open.Store.Capabilities, recorded));
            }

            return make(items, null);
        });
    }

    /// <summary>True or false; false where it is not given.</summary>
    public static bool ReadFlag(IQueryCollection query, string name) =>
        query.TryGetValue(name, out var text) && (text == "true" || (text == "false" ? false
            : throw Problem.Invalid(name, "must be true or false.")));

    /// <summary>A whole number from 1 to <paramref name="most"/>.</summary>
    public static long Read(IQueryCollection query, string name, long most, long otherwise) =>
        !query.TryGetValue(name, out var text) ? otherwise
        : long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) && number >= 1 && number <= most ? number
        : throw Problem.Invalid(name, $"must be a whole number, {(most == long.MaxValue ? "1 or more" : $"from 1 to {most}")}.");
}
