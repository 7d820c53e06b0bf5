namespace EventSourcingBench.LoadTests.Targets;

/// <summary>A projection in a process of the API that opens the store on the same data, and that can be killed.</summary>
internal sealed class ProjectionProcess(StoreTarget target, string ns, IProjection projection) : IAsyncDisposable
{
    // A store with a server may keep its read models in its folder.
    private readonly StoreTarget _target = target with { DataFolder = Path.Combine(target.DataFolder, projection.Name) };
    private ApiProcess? _process;
    private ApiReadModel? _model;

    public ApiReadModel Model => _model ?? throw new StoreFailureException("The process of the projection was not started again.");

    public async Task StartAsync(CancellationToken cancellationToken)
    {
        _process = await ApiProcess.StartAsync(_target, ns, keep: true, cancellationToken);
        _model = await ApiReadModel.StartAsync(_process, projection, cancellationToken);
    }

    public async ValueTask KillAsync()
    {
        await (_process?.KillAsync() ?? Task.CompletedTask);
        await DisposeAsync();
    }

    public async ValueTask DisposeAsync()
    {
        var process = _process;
        (_process, _model) = (null, null);
        await (process?.DisposeAsync() ?? ValueTask.CompletedTask);
    }
}
