using Microsoft.OpenApi;

namespace EventSourcingBench.Api.Endpoints;

/// <summary>The query parameters of pages.</summary>
internal static class PageQuery
{
    public static readonly ParameterDescription From =
        new(ParameterLocation.Query, FromName, JsonSchemaType.Integer, "The version of the first event, 1 or more. Default: 1.");

    public static readonly ParameterDescription Count =
        new(ParameterLocation.Query, CountName, JsonSchemaType.Integer, "How many at most, 1 to 10000.");

    private const string FromName = "from";
    private const string CountName = "count";
    private const int MostCount = 10_000;

    /// <exception cref="ProblemException">The value is not a number, or out of range: 400.</exception>
    public static long ReadFrom(IQueryCollection query) => Read(query, FromName, 1, long.MaxValue, 1, "1 or more");

    /// <exception cref="ProblemException">The value is not a number, or out of range: 400.</exception>
    public static int ReadCount(IQueryCollection query, int otherwise) =>
        (int)Read(query, CountName, 1, MostCount, otherwise, "from 1 to 10000");

    /// <summary>The number of events after which a snapshot is stored; 0 where none is asked for.</summary>
    /// <exception cref="ProblemException">The value is not a number, or out of range: 400.</exception>
    public static int ReadSnapshots(IQueryCollection query, string name) => (int)Read(query, name, 1, 1_000_000, 0, "from 1 to 1000000");

    private static long Read(IQueryCollection query, string name, long least, long most, long otherwise, string range) =>
        !query.TryGetValue(name, out var text) ? otherwise
        : long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) && number >= least && number <= most ? number
        : throw Problem.Invalid(name, $"must be a whole number, {range}.");
}
