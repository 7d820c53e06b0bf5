using System.Buffers;
using System.Text.Json;
using EventSourcingBench.Api;
using EventSourcingBench.Domain;

namespace EventSourcingBench.LoadTests;

/// <summary>Sends bars to an API, over as many connections as there are copies.</summary>
internal sealed class ApiAppender : IAppender, IDisposable
{
    private readonly Dictionary<CurrencySymbol, Uri> _addresses = [];
    private readonly HttpLoadClient _client;
    private readonly RequestBody[] _bodies;

    /// <summary>Prepares; connections are made when they are needed.</summary>
    /// <param name="currencies">The address below which each currency has its bars, with a slash behind it.</param>
    /// <param name="copies">Workers, and the most connections; 1 or more.</param>
    /// <param name="symbols">The currencies that will be sent.</param>
    public ApiAppender(Uri currencies, int copies, IReadOnlyList<CurrencySymbol> symbols)
    {
        CurrenciesAddress = currencies;
        _client = new HttpLoadClient(copies);
        _bodies = [.. Enumerable.Range(0, copies).Select(_ => new RequestBody())];
        foreach (var symbol in symbols)
        {
            _addresses.Add(symbol, new Uri(currencies, $"{symbol.Value}/bars"));
        }
    }

    public Uri CurrenciesAddress { get; }

    public async ValueTask<AppendReply> AppendAsync(AppendRequest request, TimeSpan timeout)
    {
        var message = new HttpLoadRequest(HttpMethod.Post, _addresses[request.Symbol])
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
