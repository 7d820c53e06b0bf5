using System.Net.Http.Json;
using EventSourcingBench.Abstractions;
using EventSourcingBench.Api;
using EventSourcingBench.Domain;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests;

/// <summary>A store behind the API, in a process of its own or in several.</summary>
internal sealed class ApiStore(StoreTarget target) : IStoreUnderTest
{
    private ApiNodeGroup? _nodes;
    private ApiControl? _control;
    private ApiAppender? _appender;
    private ApiEnrolments? _enrolments;
    private ApiReservations? _reservations;
    private int _copies = 1;

    public string StoreName => target.Name;

    public Uri? ApiAddress => _nodes?.Addresses[0];

    public Uri? CurrenciesAddress => ApiAddress is { } api ? new Uri(api, $"stores/{target.Name}/currencies/") : null;

    public IReadOnlyList<int> ApiProcessIds => _nodes?.ProcessIds ?? [];

    public int? ServerProcessId => target.Server?.ProcessId;

    public IEnrolmentTarget Enrolments => _enrolments ??= new ApiEnrolments(
        new Uri(ApiAddress!, $"stores/{target.Name}/"), target.Entry.Model == StoreModel.Aggregates ? 2 : 1, Control, _copies);

    public IReservationTarget ReservationsBy(ReservationStrategy strategy, int tries)
    {
        _reservations?.Dispose();
        return _reservations = new ApiReservations(Nodes, target.Name, target.Routing, strategy, tries, Control, _copies);
    }

    public ApiNodeGroup? NodeGroup => _nodes;

    private ApiNodeGroup Nodes => _nodes ?? throw new InvalidOperationException("The API was not started.");

    private ApiControl Control => _control ?? throw new InvalidOperationException("The API was not started.");

    public async Task<StoreRecord> DescribeAsync(CancellationToken cancellationToken) =>
        target.ToRecord(ToDescription(await Control.GetAsync("", ApiJson.Default.StoreDetails, cancellationToken)));

    public async Task ResetAsync(int copies, IReadOnlyList<CurrencySymbol> symbols, CancellationToken cancellationToken)
    {
        if (_nodes is { IsWhole: true })
        {
            await _nodes.ResetAsync(cancellationToken);
        }
        else
        {
            await StopAsync();
            _nodes = await ApiNodeGroup.StartAsync(target, cancellationToken);
            _control = new ApiControl(_nodes.Addresses[0], target.Name);
        }

        CloseClients();
        _copies = copies;
        _appender = new ApiAppender(CurrenciesAddress!, copies, symbols);
    }

    public ValueTask<AppendReply> AppendAsync(AppendRequest request, TimeSpan timeout) => _appender!.AppendAsync(request, timeout);

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

    private void CloseClients()
    {
        _appender?.Dispose();
        _enrolments?.Dispose();
        _reservations?.Dispose();
        (_appender, _enrolments, _reservations) = (null, null, null);
    }

    private async Task StopAsync()
    {
        CloseClients();
        _control?.Dispose();
        if (_nodes is not null)
        {
            await _nodes.DisposeAsync();
        }

        (_control, _nodes) = (null, null);
    }
}
