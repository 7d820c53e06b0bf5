namespace EventSourcingBench.Api.Stores;

/// <summary>Admits any number of users, or a single exclusive one. Users wait for a limited time while it is closed. Entering an open gate
/// allocates nothing.</summary>
internal sealed class Gate(string name, TimeSpan patience, TimeProvider time)
{
    private readonly Lock _lock = new();
    private int _inside;
    private TaskCompletionSource? _reopened;
    private TaskCompletionSource? _emptied;

    /// <summary>The number of users inside.</summary>
    public int Inside => Volatile.Read(ref _inside);

    /// <summary>Enters; <see cref="Leave"/> must follow.</summary>
    /// <exception cref="StoreUnavailableException">The gate stayed closed for too long.</exception>
    public async ValueTask EnterAsync()
    {
        while (!TryEnter(out var reopened))
            await WaitAsync(reopened);
    }

    public void Leave()
    {
        lock (_lock)
        {
            _inside--;
            if (_inside == 0)
                _emptied?.TrySetResult();
        }
    }

    public async Task<T> InsideAsync<T>(Func<Task<T>> act)
    {
        await EnterAsync();
        try
        {
            return await act();
        }
        finally
        {
            Leave();
        }
    }

    /// <summary>Acts while no user is inside.</summary>
    /// <exception cref="StoreUnavailableException">The gate was in use for too long.</exception>
    public async Task<T> AloneAsync<T>(Func<Task<T>> act)
    {
        await CloseAsync();
        try
        {
            return await act();
        }
        finally
        {
            Open();
        }
    }

    /// <summary>Closes the gate and waits until all users have left; <see cref="Open"/> must follow.</summary>
    /// <exception cref="StoreUnavailableException">The gate was in use for too long. It is open again.</exception>
    public async Task CloseAsync()
    {
        Task waiting;
        while (!TryClose(out waiting))
            await WaitAsync(waiting);

        try
        {
            await WaitAsync(waiting);
        }
        catch (StoreUnavailableException)
        {
            Open();
            throw;
        }
    }

    public void Open()
    {
        TaskCompletionSource? reopened;
        lock (_lock)
            (reopened, _reopened, _emptied) = (_reopened, null, null);

        reopened?.SetResult();
    }

    // What is to be waited for: that the users leave, or that it is opened by who closed it before.
    private bool TryClose(out Task waiting)
    {
        lock (_lock)
        {
            if (_reopened is not null)
            {
                waiting = _reopened.Task;
                return false;
            }

            _reopened = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            _emptied = _inside == 0 ? null : new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            waiting = _emptied?.Task ?? Task.CompletedTask;
            return true;
        }
    }

    private bool TryEnter(out Task reopened)
    {
        lock (_lock)
        {
            reopened = _reopened?.Task ?? Task.CompletedTask;
            _inside += _reopened is null ? 1 : 0;
            return _reopened is null;
        }
    }

    private async Task WaitAsync(Task task)
    {
        try
        {
            await task.WaitAsync(patience, time);
        }
        catch (TimeoutException)
        {
            throw new StoreUnavailableException($"{name} is busy being reset or restarted, or is held by a long request. Try again.");
        }
    }
}
