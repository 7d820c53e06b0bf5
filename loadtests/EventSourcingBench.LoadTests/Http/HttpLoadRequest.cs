namespace EventSourcingBench.LoadTests.Http;

/// <summary>One request of a load.</summary>
internal readonly record struct HttpLoadRequest(HttpMethod Method, Uri Address)
{
    /// <summary>The JSON body; empty: none. Must stay as it is until the request has ended.</summary>
    public ReadOnlyMemory<byte> Body { get; init; }

    /// <summary>The identity of the event, sent as <c>Idempotency-Key</c>; null: not sent.</summary>
    public Guid? IdempotencyKey { get; init; }

    /// <summary>Sent as <c>If-Match</c> or <c>If-None-Match</c>; any version: not sent.</summary>
    public ExpectedVersion Expected { get; init; }
}
