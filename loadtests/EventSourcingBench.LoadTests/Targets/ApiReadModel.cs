namespace EventSourcingBench.LoadTests.Targets;

/// <summary>A projection behind the API; where that has several nodes, the first one runs it.</summary>
internal sealed class ApiReadModel(ApiProcess api, string path) : IProjectionTarget
{
    public static async Task<ApiReadModel?> StartAsync(ApiProcess api, IProjection projection, CancellationToken cancellationToken)
    {
        var path = PathOf(projection);
        var state = await api.AskAsync<ProjectionState>(HttpMethod.Put, path, cancellationToken, mayBeMissing: true);
        return state is null ? null : new ApiReadModel(api, path);
    }

    public static Task StopAsync(ApiProcess api, IProjection projection, CancellationToken cancellationToken) =>
        api.DoAsync(HttpMethod.Delete, PathOf(projection), cancellationToken);

    public async Task<long> CountRowsAsync(CancellationToken cancellationToken)
    {
        var state = await api.GetAsync<ProjectionState>(path, cancellationToken);
        return state.Rows ?? throw new StoreFailureException($"The projection is {state.State}: {state.Error}");
    }

    public async IAsyncEnumerable<FoundRow> ReadRowsAsync([EnumeratorCancellation] CancellationToken cancellationToken)
    {
        using var response = await api.SendAsync(HttpMethod.Get, path + "/rows", cancellationToken);
        await using var body = await response.Content.ReadAsStreamAsync(cancellationToken);
        var rows = StalledReading.LimitAsync(
            either => JsonSerializer.DeserializeAsyncEnumerable(body, ApiJson.Default.ReadModelKey, either), ApiProcess.Limit,
            $"The API's answer to {path}/rows broke off: nothing came for {ApiProcess.Limit.TotalMinutes:0} minutes.",
            api.Time, cancellationToken);
        await foreach (var row in rows)
            yield return new FoundRow(row!.EventId, row.Group, row.Amount, ApiReadBack.HashOf(row.DocumentHash));
    }

    public Task<ReadModelSummary?> ReadTotalAsync(string group, CancellationToken cancellationToken) =>
        api.AskAsync<ReadModelSummary>(HttpMethod.Get, $"{path}/totals/{group}", cancellationToken, mayBeMissing: true);

    public Task MeasureDelaysFromAsync(DateTimeOffset from, CancellationToken cancellationToken) =>
        api.DoAsync(HttpMethod.Put, path + "/delays", cancellationToken, new MeasureDelays(from));

    public async Task<HistogramRecord> ReadDelaysAsync(CancellationToken cancellationToken) =>
        (await api.GetAsync<ProjectionDelays>(path + "/delays", cancellationToken)).Histogram;

    private static string PathOf(IProjection projection) => $"projections/{projection.Name}";
}
