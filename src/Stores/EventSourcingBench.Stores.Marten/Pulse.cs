namespace EventSourcingBench.Stores.Marten;

/// <summary>Wakes one waiter. A signal without a waiter ends the next wait at once.</summary>
internal sealed class Pulse
{
    private readonly Lock _gate = new();
    private TaskCompletionSource? _waiter;
    private bool _raised;

    public void Raise()
    {
        TaskCompletionSource? waiter;
        lock (_gate)
        {
            (waiter, _waiter) = (_waiter, null);
            _raised = waiter is null;
        }

        waiter?.TrySetResult();
    }

    /// <summary>Waits for a signal, or until the time has elapsed.</summary>
    public async Task WaitAsync(TimeSpan atMost, CancellationToken cancellationToken)
    {
        Task raised;
        lock (_gate)
        {
            if (_raised)
            {
                _raised = false;
                return;
            }

            _waiter ??= new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            raised = _waiter.Task;
        }

        // A timeout is not a failure: the waiter checks anyway.
        await raised.WaitAsync(atMost, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        cancellationToken.ThrowIfCancellationRequested();
    }
}
