using System.Buffers;
using System.Net.Http.Json;
using System.Text.Json;
using EventSourcingBench.Abstractions;
using EventSourcingBench.Api;
using EventSourcingBench.Domain;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests;

/// <summary>A store behind the API, in a process of its own.</summary>
internal sealed class ApiStore(StoreTarget target) : IStoreUnderTest
{
    private readonly Dictionary<CurrencySymbol, Uri> _addresses = [];
    private ApiProcess? _process;
    private ApiControl? _control;
    private HttpLoadClient? _client;
    private RequestBody[] _bodies = [];

    public Uri? ApiAddress => _process?.Address;

    public int? ApiProcessId => _process?.ProcessId;

    public int? ServerProcessId => target.Server?.ProcessId;

    public IEnrolmentTarget Enrolments => new ApiEnrolments(
        new Uri(_process!.Address, $"stores/{target.Name}/"), target.Entry.Model == StoreModel.Aggregates ? 2 : 1, Control, _client!);

    private ApiControl Control => _control ?? throw new InvalidOperationException("The API was not started.");

    public async Task<StoreRecord> DescribeAsync(CancellationToken cancellationToken) =>
        target.ToRecord(ToDescription(await Control.GetAsync("", ApiJson.Default.StoreDetails, cancellationToken)));

    public async Task ResetAsync(int copies, IReadOnlyList<CurrencySymbol> symbols, CancellationToken cancellationToken)
    {
        if (_process is { IsRunning: true })
        {
            await Control.DoAsync(HttpMethod.Post, "reset", cancellationToken);
        }
        else
        {
            await StopAsync();
            _process = await ApiProcess.StartAsync(target, cancellationToken);
            _control = new ApiControl(_process.Address, target.Name);
        }

        CloseClient();
        _client = new HttpLoadClient(copies);
        _bodies = Enumerable.Range(0, copies).Select(_ => new RequestBody()).ToArray();
        _addresses.Clear();
        foreach (var symbol in symbols)
        {
            _addresses.Add(symbol, new Uri(_process.Address, $"stores/{target.Name}/currencies/{symbol.Value}/bars"));
        }
    }

    public async ValueTask<AppendReply> AppendAsync(AppendRequest request, TimeSpan timeout)
    {
        var message = new HttpLoadRequest(HttpMethod.Post, _addresses[request.Symbol])
        {
            Body = _bodies[request.Worker].Write(request.Command),
            IdempotencyKey = request.EventId,
        };
        var reply = await _client!.SendAsync(request.Worker, message, timeout, CancellationToken.None);
        return new AppendReply(reply.Outcome, reply.Version, reply.Error);
    }

    public Task StartProjectionAsync(CancellationToken cancellationToken) =>
        Control.DoAsync(HttpMethod.Put, "projection", cancellationToken);

    public Task MeasureDelaysFromAsync(DateTimeOffset from, CancellationToken cancellationToken) => Control.DoAsync(
        HttpMethod.Put,
        "projection/delays",
        cancellationToken,
        JsonContent.Create(new MeasureDelays { From = from }, ApiJson.Default.MeasureDelays));

    public async Task<long> CountRowsAsync(CancellationToken cancellationToken)
    {
        var state = await Control.GetAsync("projection", ApiJson.Default.ProjectionState, cancellationToken);
        return state.Rows ?? throw new StoreFailureException($"The projection of {target.Name} is {state.State}: {state.Error}");
    }

    public async Task<HistogramRecord> ReadDelaysAsync(CancellationToken cancellationToken) =>
        (await Control.GetAsync("projection/delays", ApiJson.Default.ProjectionDelays, cancellationToken)).Histogram;

    public IReadBack ReadBack() => new ApiReadBack(Control);

    public async ValueTask DisposeAsync() => await StopAsync();

    private static StoreDescription ToDescription(StoreDetails details) => new()
    {
        ServerVersion = details.ServerVersion,
        ClientVersion = details.ClientVersion,
        Durability = details.Durability,
        DurabilityReason = details.DurabilityReason,
        Mechanism = details.Mechanism,
        Settings = details.Settings,
    };

    private async Task StopAsync()
    {
        CloseClient();
        _control?.Dispose();
        if (_process is not null)
        {
            await _process.DisposeAsync();
        }

        (_client, _control, _process) = (null, null, null);
    }

    private void CloseClient()
    {
        _client?.Dispose();
        foreach (var body in _bodies)
        {
            body.Dispose();
        }

        _bodies = [];
    }

    /// <summary>One worker's request body, written anew for each request into the same memory.</summary>
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
