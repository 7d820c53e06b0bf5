namespace EventSourcingBench.Stores.PostgreSql.Projections;

/// <summary>Pending requests for a rebuild, and the places at which they complete.</summary>
internal sealed class RebuildRequests
{
    private readonly Lock _gate = new();
    private readonly List<TaskCompletionSource> _new = [];
    private readonly List<TaskCompletionSource> _begun = [];
    private Exception? _ended;
    private FeedPlace _target;

    /// <summary>True if a request has arrived since the last <see cref="Begin"/>.</summary>
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

    /// <summary>The read model was emptied; the rebuild completes at <paramref name="target"/>.</summary>
    public void Begin(FeedPlace target)
    {
        lock (_gate)
        {
            _target = target;
            _begun.AddRange(_new);
            _new.Clear();
        }
    }

    /// <summary>All events up to the place are saved.</summary>
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

    /// <summary>Fails all requests: the projection stops.</summary>
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
