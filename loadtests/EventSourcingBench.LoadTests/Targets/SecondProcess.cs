namespace EventSourcingBench.LoadTests.Targets;

/// <summary>An API process that opens a store on the data of a load that another process has made, to read it back.</summary>
internal sealed class SecondProcess : IAsyncDisposable
{
    private readonly ServingProcess _process;
    private readonly ApiControl _control;

    private SecondProcess(ServingProcess process, ApiControl control, ReopenedStore store) =>
        (_process, _control, Store) = (process, control, store);

    public ReopenedStore Store { get; }

    /// <summary>Starts it.</summary>
    /// <exception cref="StoreFailureException">It did not serve; the message has its last output.</exception>
    public static async Task<SecondProcess> StartAsync(
        StoreTarget target, string ns, bool ownsData, IProjection? projection, string how, CancellationToken cancellationToken)
    {
        // A store with a server may keep its read model in its folder, where the first process has it open. This one makes its own.
        var own = target.Server is null || projection is null
            ? target
            : target with { DataFolder = Path.Combine(target.DataFolder, "second") };
        var process = await ApiProcess.StartAsync(own, ns, keep: target.Keep || !ownsData, cancellationToken);
        var control = new ApiControl(process.Address, target.Name);
        try
        {
            var details = await control.GetAsync("", ApiJson.Default.StoreDetails, cancellationToken);
            var rows = projection is not null ? await ApiReadModel.StartAsync(control, projection, cancellationToken) : null;
            return new SecondProcess(process, control, new ReopenedStore(
                new ApiReadBack(control, details), rows is null ? null : _ => Task.FromResult<IReadModelReader>(rows), how));
        }
        catch
        {
            control.Dispose();
            await process.DisposeAsync();
            throw;
        }
    }

    public async ValueTask DisposeAsync()
    {
        _control.Dispose();
        await _process.DisposeAsync();
    }
}
