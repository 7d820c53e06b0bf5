namespace EventSourcingBench.Api.Stores;

/// <summary>Admits any number of users, or one alone; others wait for a limited time. Entering an open gate allocates nothing.</summary>
internal sealed class Gate(string name, TimeSpan patience, TimeProvider time)
{
    private readonly Lock _lock = new();
    private int _inside;
    private bool _isClosed;
    private TaskCompletionSource? _changed;

    public int Inside => Volatile.Read(ref _inside);

    /// <summary>Enters; <see cref="Leave"/> must follow.</summary>
    public ValueTask EnterAsync() => UntilAsync(static gate => !gate._isClosed && ++gate._inside > 0);

    public void Leave() => Change(static gate => gate._inside--);

    public Task<T> InsideAsync<T>(Func<Task<T>> act) => BetweenAsync(EnterAsync().AsTask(), act, Leave);

    public Task<T> AloneAsync<T>(Func<Task<T>> act) => BetweenAsync(CloseAsync(), act, Open);

    /// <summary>Closes the gate and waits until all users have left; <see cref="Open"/> must follow.</summary>
    /// <exception cref="StoreUnavailableException">The gate was in use for too long. It is open again.</exception>
    public async Task CloseAsync()
    {
        await UntilAsync(static gate => !gate._isClosed && (gate._isClosed = true));
        try
        {
            await UntilAsync(static gate => gate._inside == 0);
        }
        catch (StoreUnavailableException)
        {
            Open();
            throw;
        }
    }

    public void Open() => Change(static gate => gate._isClosed = false);

    private static async Task<T> BetweenAsync<T>(Task entering, Func<Task<T>> act, Action leave)
    {
        await entering;
        try
        {
            return await act();
        }
        finally
        {
            leave();
        }
    }

    private void Change(Action<Gate> change)
    {
        TaskCompletionSource? changed;
        lock (_lock)
        {
            change(this);
            (changed, _changed) = (_changed, null);
        }

        changed?.SetResult();
    }

    // Tries again after each change.
    private async ValueTask UntilAsync(Func<Gate, bool> tryTake)
    {
        for (var begun = (long?)null; ;)
        {
            Task changed;
            lock (_lock)
            {
                if (tryTake(this))
                    return;

                changed = (_changed ??= new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously)).Task;
            }

            begun ??= time.GetTimestamp();
            var left = patience - time.GetElapsedTime(begun.Value);
            try
            {
                await changed.WaitAsync(left > TimeSpan.Zero ? left : TimeSpan.Zero, time);
            }
            catch (TimeoutException)
            {
                throw new StoreUnavailableException($"{name} is busy being reset or restarted, or is held by a long request. Try again.");
            }
        }
    }
}
