namespace EventSourcingBench.Api.Stores;

/// <summary>Admits any number of users, or a single exclusive one. Users wait for a limited time while it is closed. Entering an open gate
/// allocates nothing.</summary>
/// <param name="name">The name of the guarded object, for messages.</param>
/// <param name="patience">The maximum wait.</param>
/// <param name="time">The clock.</param>
internal sealed class Gate(string name, TimeSpan patience, TimeProvider time)
{
    private readonly Lock _lock = new();
    private int _inside;
    private TaskCompletionSource? _reopened;
    private TaskCompletionSource? _emptied;

    /// <summary>Enters; <see cref="Leave"/> must follow.</summary>
    /// <exception cref="StoreUnavailableException">The gate stayed closed for too long.</exception>
    public ValueTask EnterAsync() => TryEnter(out var reopened) ? default : new ValueTask(WaitAndEnterAsync(reopened));

    /// <summary>The number of users inside.</summary>
    public int Inside
    {
        get
        {
            lock (_lock)
            {
                return _inside;
            }
        }
    }

    public void Leave()
    {
        lock (_lock)
        {
            _inside--;
            if (_inside == 0)
            {
                _emptied?.TrySetResult();
            }
        }
    }

    /// <summary>Closes the gate and waits until all users have left; <see cref="Open"/> must follow.</summary>
    /// <exception cref="StoreUnavailableException">The gate was in use for too long. It is open again.</exception>
    public async Task CloseAsync()
    {
        var emptied = await CloseForEntryAsync();
        try
        {
            await WaitAsync(emptied);
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
        {
            reopened = _reopened;
            _reopened = null;
            _emptied = null;
        }

        reopened?.SetResult();
    }

    private async Task<Task> CloseForEntryAsync()
    {
        while (true)
        {
            Task reopened;
            lock (_lock)
            {
                if (_reopened is null)
                {
                    _reopened = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
                    _emptied = _inside == 0 ? null : new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
                    return _emptied?.Task ?? Task.CompletedTask;
                }

                reopened = _reopened.Task;
            }

            await WaitAsync(reopened);
        }
    }

    private bool TryEnter(out Task reopened)
    {
        lock (_lock)
        {
            reopened = _reopened?.Task ?? Task.CompletedTask;
            if (_reopened is not null)
            {
                return false;
            }

            _inside++;
            return true;
        }
    }

    private async Task WaitAndEnterAsync(Task reopened)
    {
        do
        {
            await WaitAsync(reopened);
        }
        while (!TryEnter(out reopened));
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
