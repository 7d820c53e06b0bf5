using System.Runtime.CompilerServices;
using EventSourcingBench.LoadTests.Verdicts;

namespace EventSourcingBench.LoadTests.Tests;

public sealed class LoadObserverTests
{
    [Fact]
    public async Task One_that_is_not_verified_does_not_wait_for_a_delivery()
    {
        var store = new StalledStore();
        var history = new StepHistory(new EventIds(DateTimeOffset.UnixEpoch, 1), workers: 1, TimeProvider.System);
        var observer = new LoadObserver(store, history, share: 1, _ => false, tagOf: null, TimeProvider.System);
        observer.Start();
        await store.Asked.WaitAsync(TimeSpan.FromSeconds(30), TestContext.Current.CancellationToken);

        await observer.DisposeAsync().AsTask().WaitAsync(TimeSpan.FromSeconds(30), TestContext.Current.CancellationToken);
    }

    // Its subscription never catches up.
    private sealed class StalledStore : IReadBack
    {
        private readonly TaskCompletionSource _asked = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public Task Asked => _asked.Task;

        public bool HasStreams => false;

        public bool HasOrder => true;

        public IAsyncEnumerable<List<FoundEvent>> ReadStreamAsync(
            string stream, long fromVersion, long maxCount, CancellationToken cancellationToken) => throw new NotSupportedException();

        public async IAsyncEnumerable<FoundBatch> ReadAllAsync(
            string checkpoint, [EnumeratorCancellation] CancellationToken cancellationToken)
        {
            _asked.TrySetResult();
            await Task.Delay(Timeout.Infinite, cancellationToken);
            yield break;
        }

        public Task<long> CountPendingAsync(CancellationToken cancellationToken) => Task.FromResult(0L);
    }
}
