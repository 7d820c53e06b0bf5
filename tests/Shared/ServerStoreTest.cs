namespace EventSourcingBench.Tests;

/// <summary>A separate namespace on a server for each test, and stores that are open in it at the same time.</summary>
public abstract class ServerStoreTest(int seconds) : LimitedTest(seconds)
{
    private readonly List<IStore> _open = [];

    protected string Namespace { get; } = "t" + Guid.NewGuid().ToString("N");

    protected override async ValueTask EndAsync()
    {
        // The one that made the data drops it, so it is closed last.
        foreach (var store in Enumerable.Reverse(_open))
            await store.DisposeAsync();
    }

    protected StoreContext ContextOf(
        StoreDefinition definition, string? connectionString, params (string Key, string Value)[] options) =>
        definition.NewContext(Path.GetTempPath(), connectionString, options) with { Namespace = Namespace };

    protected async Task<IStore> OpenAsync(StoreDefinition definition, StoreContext context)
    {
        _open.Add(await definition.OpenAsync(context, Limit));
        return _open[^1];
    }

    protected async Task WaitForRowsAsync(IRunningProjection running, long rows)
    {
        while (true)
        {
            try
            {
                if ((await running.GetStatusAsync(Limit)).Rows >= rows)
                    return;
            }
            catch (StoreUnavailableException)
            {
                // The server is away for a while: that is the test.
            }

            running.Completion.IsFaulted.ShouldBeFalse(running.Completion.Exception?.ToString());
            await Task.Delay(5, Limit);
        }
    }
}
