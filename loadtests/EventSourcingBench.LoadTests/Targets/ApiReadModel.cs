namespace EventSourcingBench.LoadTests.Targets;

/// <summary>A projection behind the API; where that has several nodes, the first one runs it.</summary>
internal sealed class ApiReadModel : IProjectionTarget
{
    private readonly ApiControl _api;
    private readonly string _path;

    private ApiReadModel(ApiControl api, IProjection projection) => (_api, _path) = (api, PathOf(projection));

    /// <summary>Starts the projection, if it is not running; null where the store runs none.</summary>
    public static async Task<ApiReadModel?> StartAsync(ApiControl api, IProjection projection, CancellationToken cancellationToken)
    {
        if (await api.FindAsync(PathOf(projection), ApiJson.Default.ProjectionState, cancellationToken) is null)
            return null;

        await api.DoAsync(HttpMethod.Put, PathOf(projection), cancellationToken);
        return new ApiReadModel(api, projection);
    }

    /// <summary>Stops the projection; the read model stays.</summary>
    public static Task StopAsync(ApiControl api, IProjection projection, CancellationToken cancellationToken) =>
        api.DoAsync(HttpMethod.Delete, PathOf(projection), cancellationToken);

    public async Task<long> CountRowsAsync(CancellationToken cancellationToken)
    {
        var state = await _api.GetAsync(_path, ApiJson.Default.ProjectionState, cancellationToken);
        return state.Rows ?? throw new StoreFailureException($"The projection is {state.State}: {state.Error}");
    }

    public async IAsyncEnumerable<FoundRow> ReadRowsAsync([EnumeratorCancellation] CancellationToken cancellationToken)
    {
        using var response = await _api.SendAsync(HttpMethod.Get, _path + "/rows", content: null, cancellationToken);
        await using var body = await response.Content.ReadAsStreamAsync(cancellationToken);
        await foreach (var row in JsonSerializer.DeserializeAsyncEnumerable(body, ApiJson.Default.ReadModelKey, cancellationToken))
            yield return new FoundRow(row!.EventId, row.Group, row.Amount, ApiReadBack.HashOf(row.DocumentHash));
    }

    public async Task<GroupTotal> ReadTotalAsync(string group, CancellationToken cancellationToken) =>
        await _api.FindAsync($"{_path}/totals/{group}", ApiJson.Default.ReadModelTotal, cancellationToken) is { } total
            ? new GroupTotal(total.Count, total.Total)
            : default;

    public Task MeasureDelaysFromAsync(DateTimeOffset from, CancellationToken cancellationToken) => _api.DoAsync(
        HttpMethod.Put,
        _path + "/delays",
        cancellationToken,
        JsonContent.Create(new MeasureDelays { From = from }, ApiJson.Default.MeasureDelays));

    public async Task<HistogramRecord> ReadDelaysAsync(CancellationToken cancellationToken) =>
        (await _api.GetAsync(_path + "/delays", ApiJson.Default.ProjectionDelays, cancellationToken)).Histogram;

    private static string PathOf(IProjection projection) => $"projections/{projection.Name}";
}
