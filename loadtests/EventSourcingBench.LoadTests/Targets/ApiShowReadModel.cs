using System.Runtime.CompilerServices;
using System.Text.Json;
using EventSourcingBench.Api;

namespace EventSourcingBench.LoadTests;

/// <summary>The read model of shows behind the API; where it has several nodes, the first one makes it.</summary>
internal sealed class ApiShowReadModel : IShowReadModel
{
    private const string Projection = "shows-projection";
    private const string Rows = "read-model/shows";

    private readonly ApiControl _api;

    private ApiShowReadModel(ApiControl api) => _api = api;

    /// <summary>Starts it; null where the store runs no projections.</summary>
    public static async Task<ApiShowReadModel?> StartAsync(ApiControl api, CancellationToken cancellationToken)
    {
        if (await api.FindAsync(Projection, ApiJson.Default.ProjectionState, cancellationToken) is null)
        {
            return null;
        }

        await api.DoAsync(HttpMethod.Put, Projection, cancellationToken);
        return new ApiShowReadModel(api);
    }

    public async Task<long> CountRowsAsync(CancellationToken cancellationToken)
    {
        var state = await _api.GetAsync(Projection, ApiJson.Default.ProjectionState, cancellationToken);
        return state.Rows ?? throw new StoreFailureException($"The projection of shows is {state.State}: {state.Error}");
    }

    public async IAsyncEnumerable<ReadBackRow> ReadRowsAsync([EnumeratorCancellation] CancellationToken cancellationToken)
    {
        using var response = await _api.GetResponseAsync(Rows, cancellationToken);
        await using var body = await response.Content.ReadAsStreamAsync(cancellationToken);
        await foreach (var row in JsonSerializer.DeserializeAsyncEnumerable(body, ApiJson.Default.ShowRow, cancellationToken))
        {
            if (row is not null)
            {
                yield return new ReadBackRow(row.EventId, row.Show, row.Seats);
            }
        }
    }

    public async Task<GroupTotal> ReadTotalAsync(string show, CancellationToken cancellationToken) =>
        await _api.FindAsync($"{Rows}/{show}", ApiJson.Default.ShowTotal, cancellationToken) is { } total ? new GroupTotal(total.Events, total.Taken) : default;
}
