namespace EventSourcingBench.Api.Endpoints;

/// <summary>The parsed headers of an append: the expected version, and the id of the event, a new one if the request has none.</summary>
internal readonly record struct AppendHeaders(ExpectedVersion Expected, Guid EventId)
{
    public static readonly ParameterDescription Key =
        Header("Idempotency-Key", "A UUID, the event's identity: a retry with the same one appends nothing twice.");

    public static readonly IReadOnlyList<ParameterDescription> Descriptions =
    [
        Header(
            "If-Match", "The version that the stream must have, in quotes: \"5\". Without it and If-None-Match any version is accepted."),
        Header("If-None-Match", "*: the stream must not exist."),
        Key,
    ];

    public static AppendHeaders Read(IHeaderDictionary headers, TimeProvider time) => new(
        ReadExpected(headers.IfMatch, headers.IfNoneMatch), ReadKey(headers[Key.Name]) ?? Guid.CreateVersion7(time.GetUtcNow()));

    /// <inheritdoc cref="RunAsync{T}(HttpContext, Func{ValueTask{T}})"/>
    public static async ValueTask<T> RunAsync<T>(HttpContext context, HostedStore hosted, Func<OpenStore, ValueTask<T>> append)
    {
        using var lease = await hosted.EnterAsync();
        return await RunAsync(context, () => append(lease.Value));
    }

    /// <summary>Runs an append, without a token: a cancellation would only make its outcome unknown. With an id that the sender did not
    /// choose, an <see cref="ArgumentException"/> is a defect, as are those derived from it, such as of a null, with any id.</summary>
    /// <exception cref="ProblemException">The store has the sender's id from another append: 400.</exception>
    public static ValueTask<T> RunAsync<T>(HttpContext context, Func<ValueTask<T>> append) =>
        context.Request.Headers.ContainsKey(Key.Name)
            ? Problem.BlamingAsync(Key.Name, "must not be that of another append", append) : append();

    private static ParameterDescription Header(string name, string meaning) => new(name, meaning, In: ParameterLocation.Header);

    private static ExpectedVersion ReadExpected(StringValues ifMatch, StringValues ifNoneMatch) =>
        ifNoneMatch.Count == 0 ? ifMatch.Count == 0 ? ExpectedVersion.Any : ExpectedVersion.Exactly(ReadVersion(ifMatch.ToString()))
        : ifMatch.Count > 0 ? throw Problem.Invalid("If-None-Match", "must not be sent together with If-Match.")
        : ifNoneMatch == "*" ? ExpectedVersion.NoStream
        : throw Problem.Invalid("If-None-Match", "must be *: the stream must not exist.");

    private static long ReadVersion(string text) =>
        text.AsSpan() is ['"', .. var digits, '"']
        && long.TryParse(digits, NumberStyles.None, CultureInfo.InvariantCulture, out var version) && version >= 1
            ? version : throw Problem.Invalid("If-Match", "must be one version, 1 or more, in quotes, such as \"5\".");

    private static Guid? ReadKey(StringValues key) =>
        key.Count == 0 ? null
        : Guid.TryParseExact(key.ToString(), "D", out var id) && id != Guid.Empty ? id
        : throw Problem.Invalid(Key.Name, "must be a UUID, such as 0198c4a2-7d1e-7c3a-9f00-5d0c6f1b2a3e.");
}
