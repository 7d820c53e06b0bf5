namespace EventSourcingBench.Stores.PostgreSql.Lanes;

internal abstract record LaneWork
{
    /// <summary>Where the caller's time goes; null where it is not wanted.</summary>
    public RequestTimes? Times { get; } = RequestTimes.Mark(RequestPart.Wait);

    public Exception? Failure { get; set; }

    public abstract bool IsDecided { get; }

    /// <summary>Whether it is cheaper together with similar work, and therefore lets other work go first, once.</summary>
    public virtual bool WaitsForCompany => false;

    public bool IsAnswered { get; set; }

    /// <summary>Sets the result, and runs the continuations.</summary>
    public abstract void Complete();
}

internal abstract record LaneWork<TResult> : LaneWork
{
    // Continuations run inside SetResult; the lane chooses the thread of that call.
    private readonly TaskCompletionSource<TResult> _answer = new();
    private bool _hasResult;

    public TResult Result
    {
        get;
        set => (field, _hasResult) = (value, true);
    } = default!;

    public sealed override bool IsDecided => _hasResult || Failure is not null;

    public Task<TResult> AnswerAsync(CancellationToken cancellationToken) => _answer.Task.WaitAsync(cancellationToken);

    public sealed override void Complete()
    {
        Times?.Enter(RequestPart.Adapter);
        if (Failure is not null)
            _answer.TrySetException(Failure);
        else
            _answer.TrySetResult(Result);
    }
}

internal interface ILaneRunner<TWork>
    where TWork : LaneWork
{
    /// <summary>Sets the result or failure of all work, in the order of decision. Steps may block, one at a time, on any thread. An
    /// exception is the failure of all work that is not decided then.</summary>
    IEnumerator<TWork> Run(List<TWork> batch);

    void Close();
}
