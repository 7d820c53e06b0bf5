using System.Runtime.CompilerServices;
using System.Text.Json;
using EventSourcingBench.Api;
using EventSourcingBench.Checking.ReadBack;

namespace EventSourcingBench.LoadTests;

/// <summary>A read model behind the API; where that has several nodes, the first one makes it.</summary>
/// <param name="api">The API.</param>
/// <param name="projection">Which one.</param>
internal sealed class ApiReadModel(ApiControl api, ReadModelName projection) : IReadModelReader
{
    private readonly string _state = projection == ReadModelName.Bars ? "projection" : "shows-projection";

    /// <summary>Starts the projection, if it is not running; null where the store runs none.</summary>
    public static async Task<ApiReadModel?> StartAsync(ApiControl api, ReadModelName projection, CancellationToken cancellationToken)
    {
        var model = new ApiReadModel(api, projection);
        if (await api.FindAsync(model._state, ApiJson.Default.ProjectionState, cancellationToken) is null)
        {
            return null;
        }

        await api.DoAsync(HttpMethod.Put, model._state, cancellationToken);
        return model;
    }

    /// <summary>Stops the projection; the read model stays.</summary>
    public Task StopAsync(CancellationToken cancellationToken) => api.DoAsync(HttpMethod.Delete, _state, cancellationToken);

    public async Task<long> CountRowsAsync(CancellationToken cancellationToken)
    {
        var state = await api.GetAsync(_state, ApiJson.Default.ProjectionState, cancellationToken);
        return state.Rows ?? throw new StoreFailureException($"The projection is {state.State}: {state.Error}");
    }

    public async IAsyncEnumerable<FoundRow> ReadRowsAsync([EnumeratorCancellation] CancellationToken cancellationToken)
    {
        using var response = await api.GetResponseAsync(projection == ReadModelName.Bars ? "read-model/bars" : "read-model/shows", cancellationToken);
        await using var body = await response.Content.ReadAsStreamAsync(cancellationToken);
        await foreach (var row in JsonSerializer.DeserializeAsyncEnumerable(body, ApiJson.Default.ReadModelKey, cancellationToken))
        {
            yield return new FoundRow(row!.EventId, row.Group, row.Amount, ApiReadBack.HashOf(row.DocumentHash));
        }
    }

    public async Task<GroupTotal> ReadTotalAsync(string group, CancellationToken cancellationToken) => projection == ReadModelName.Bars
        ? await api.FindAsync($"currencies/{group}", ApiJson.Default.CurrencySummary, cancellationToken) is { } bars
            ? new GroupTotal(bars.Bars, bars.TickVolume)
            : default
        : await api.FindAsync($"read-model/shows/{group}", ApiJson.Default.ShowTotal, cancellationToken) is { } shows
            ? new GroupTotal(shows.Events, shows.Taken)
            : default;
}
