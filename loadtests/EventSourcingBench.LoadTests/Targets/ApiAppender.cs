using System.Buffers;

namespace EventSourcingBench.LoadTests.Targets;

/// <summary>Sends bars to an API, over as many connections as there are copies.</summary>
internal sealed class ApiAppender : IDisposable
{
    private readonly ConcurrentDictionary<CurrencySymbol, Uri> _addresses = new();
    private readonly Uri _currencies;
    private readonly HttpLoadClient _client;
    private readonly RequestBody[] _bodies;

    /// <summary>Prepares; connections are made when they are needed.</summary>
    /// <param name="currencies">The address below which each currency has its bars, with a slash behind it.</param>
    /// <param name="copies">Workers, and the most connections; 1 or more.</param>
    public ApiAppender(Uri currencies, int copies)
    {
        _currencies = currencies;
        _client = new HttpLoadClient(copies);
        _bodies = [.. Enumerable.Range(0, copies).Select(_ => new RequestBody())];
    }

    public async ValueTask<AppendReply> AppendAsync(AppendRequest request, TimeSpan timeout)
    {
        var message = new HttpLoadRequest(HttpMethod.Post, AddressOf(request.Symbol))
        {
            Body = _bodies[request.Worker].Write(request.Command),
            IdempotencyKey = request.Event.Id,
        };
        var reply = await _client.SendAsync(request.Worker, message, timeout, CancellationToken.None);
        return new AppendReply(reply.Outcome, reply.Version, Position: 0, reply.Error);
    }

    public void Dispose()
    {
        _client.Dispose();
        foreach (var body in _bodies)
        {
            body.Dispose();
        }
    }

    private Uri AddressOf(CurrencySymbol symbol) =>
        _addresses.GetOrAdd(symbol, static (key, currencies) => new Uri(currencies, $"{key.Value}/bars"), _currencies);

    /// <summary>One worker's request body, written again for each request into the same memory.</summary>
    private sealed class RequestBody : IDisposable
    {
        private readonly ArrayBufferWriter<byte> _buffer = new(512);
        private readonly Utf8JsonWriter _writer;

        public RequestBody() => _writer = new Utf8JsonWriter(_buffer);

        public ReadOnlyMemory<byte> Write(AddCurrencyInfo command)
        {
            _buffer.ResetWrittenCount();
            _writer.Reset();
            JsonSerializer.Serialize(_writer, command, ApiJson.Default.AddCurrencyInfo);
            _writer.Flush();
            return _buffer.WrittenMemory;
        }

        public void Dispose() => _writer.Dispose();
    }
}
