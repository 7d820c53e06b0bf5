using System.Net;
using System.Runtime.CompilerServices;
using System.Text.Json.Serialization.Metadata;

namespace EventSourcingBench.LoadTests.Targets;

/// <summary>
/// A store behind the API as its adapter would show itself: bulk appends by one request each, streams page by page. An event that is
/// read has its id, stream and version: what a flush that is repeated looks at.
/// </summary>
internal sealed class RemoteStore(Uri api, string store) : IBulkWriter, IEventReader, IDisposable
{
    private const int PageSize = 10_000;

    private readonly ApiControl _control = new(api, store);

    // How long a flush may take is its caller's to say.
    private readonly HttpClient _client = new(new SocketsHttpHandler { UseProxy = false })
    {
        BaseAddress = new Uri(api, $"stores/{store}/"),
        Timeout = Timeout.InfiniteTimeSpan,
    };

    public async ValueTask AppendAsync(IReadOnlyList<BulkEvent> events, CancellationToken cancellationToken = default)
    {
        using var content = new BulkContent(events);
        try
        {
            using var response = await _client.PostAsync(new Uri("events", UriKind.Relative), content, cancellationToken);
            if (response.StatusCode != HttpStatusCode.Created)
            {
                var detail = response.IsSuccessStatusCode
                    ? null
                    : ApiControl.Detail(await response.Content.ReadAsStringAsync(cancellationToken));
                throw Failure(response.StatusCode, detail ?? $"The API of {store} answered {(int)response.StatusCode}.");
            }
        }
        catch (HttpRequestException e) when (e.HttpRequestError is HttpRequestError.ConnectionError or HttpRequestError.NameResolutionError)
        {
            throw new StoreUnavailableException($"The API of {store} cannot be reached: {e.Message}", e);
        }
        catch (Exception e) when (e is HttpRequestException or IOException)
        {
            throw new OutcomeUnknownException($"The connection to the API of {store} broke: {e.Message}", e);
        }
    }

    public async IAsyncEnumerable<RecordedEvent> ReadStreamAsync(
        StreamId stream,
        long fromVersion = 1,
        long maxCount = long.MaxValue,
        [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        var left = maxCount;
        for (long? from = fromVersion; from is not null && left > 0;)
        {
            var page = await GetAsync(
                $"streams/{stream.Value}?from={from}&count={Math.Min(left, PageSize)}", ApiJson.Default.StreamPage, cancellationToken);
            foreach (var found in page.Events)
            {
                yield return new() { Id = found.EventId, Stream = stream, Version = found.Version, Type = "", Data = default };
            }

            left -= page.Events.Count;
            from = page.Next;
        }
    }

    public void Dispose()
    {
        _client.Dispose();
        _control.Dispose();
    }

    private async Task<T> GetAsync<T>(string path, JsonTypeInfo<T> type, CancellationToken cancellationToken)
    {
        try
        {
            return await _control.GetAsync(path, type, cancellationToken);
        }
        catch (StoreFailureException e)
        {
            throw new StoreUnavailableException(e.Message, e);
        }
    }

    private static Exception Failure(HttpStatusCode status, string message) => status switch
    {
        HttpStatusCode.ServiceUnavailable => new StoreUnavailableException(message),
        HttpStatusCode.GatewayTimeout => new OutcomeUnknownException(message),
        _ => new StoreFailureException(message),
    };
}
