namespace EventSourcingBench.Stores.PostgreSql;

/// <summary>Those who asked for a rebuild, and how far it must come before they are answered.</summary>
internal sealed class RebuildRequests
{
    private readonly Lock _gate = new();
    private readonly List<TaskCompletionSource> _new = [];
    private readonly List<TaskCompletionSource> _begun = [];
    private Exception? _ended;
    private FeedPlace _target;

    /// <summary>True when somebody asked since the last <see cref="Begin"/>.</summary>
    public bool HasNew
    {
        get
        {
            lock (_gate)
            {
                return _new.Count > 0;
            }
        }
    }

    public Task Add()
    {
        var request = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        lock (_gate)
        {
            if (_ended is not null)
            {
                return Task.FromException(_ended);
            }

            _new.Add(request);
        }

        return request.Task;
    }

    /// <summary>The read model was emptied; it must come to <paramref name="target"/>.</summary>
    public void Begin(FeedPlace target)
    {
        lock (_gate)
        {
            _target = target;
            _begun.AddRange(_new);
            _new.Clear();
        }
    }

    /// <summary>Everything up to the place is saved.</summary>
    public void Reached(FeedPlace place)
    {
        lock (_gate)
        {
            if (_begun.Count > 0 && !place.IsBefore(_target))
            {
                _begun.ForEach(r => r.SetResult());
                _begun.Clear();
            }
        }
    }

    /// <summary>No rebuild will end any more.</summary>
    public void Fail(Exception reason)
    {
        lock (_gate)
        {
            _ended ??= reason;
            _new.ForEach(r => r.TrySetException(reason));
            _begun.ForEach(r => r.TrySetException(reason));
            _new.Clear();
            _begun.Clear();
        }
    }
}
