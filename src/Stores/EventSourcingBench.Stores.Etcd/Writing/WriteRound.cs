namespace EventSourcingBench.Stores.Etcd.Writing;

/// <summary>Selects the waiting requests for one transaction and completes them.</summary>
/// <param name="state">The state of the log, as far as known.</param>
/// <param name="waiting">The requests, in order of arrival.</param>
/// <param name="mostStreams">The maximum number of streams in a shared transaction; 0 for one transaction per request.</param>
/// <param name="mostBytes">The maximum number of bytes in a shared transaction.</param>
internal sealed class WriteRound(LogState state, List<WriteRequest> waiting, int mostStreams, int mostBytes)
{
    private readonly List<WriteRequest> _taken = [];
    private readonly List<WriteRequest> _refused = [];

    private bool _isPlanned;

    public CommitBuilder Commit { get; } = new(state);

    /// <summary>Whether a request needs the server: to append, or to confirm a conflict.</summary>
    public bool HasWork => _taken.Count > 0 || _refused.Count > 0;

    /// <summary>Requests without a result that were not in the transaction.</summary>
    public List<WriteRequest> Left { get; private set; } = [];

    /// <summary>Completes requests whose events already exist, and selects those that fit.</summary>
    public void Plan()
    {
        var next = 0;
        var deferred = new List<WriteRequest>();
        for (; next < waiting.Count && !IsFull(waiting[next]); next++)
        {
            var request = waiting[next];
            if (request.TryAnswer(state))
                continue;

            if (Commit.HasOneOf(request.Events))
            {
                // Both contain the same events. The outcome of the first decides.
                deferred.Add(request);
            }
            else if (request.IsAllowed(Commit))
            {
                Commit.Add(request.Events);
                _taken.Add(request);
            }
            else
            {
                _refused.Add(request);
            }
        }

        Left = [.. deferred, .. waiting[next..]];
        _isPlanned = true;
    }

    /// <summary>The transaction was carried out: the state was current.</summary>
    public void Succeeded()
    {
        foreach (var request in _taken)
        {
            if (!request.TryAnswer(state))
                throw new InvalidOperationException("A committed append is missing from the state.");
        }

        _refused.ForEach(r => r.Refuse());
    }

    /// <summary>Another process had committed. Nothing was carried out, and the next round considers all requests again.</summary>
    public void Lost() => Left = [.. _taken, .. _refused, .. Left];

    /// <summary>Fails all requests of the transaction, or all requests if there was none yet.</summary>
    public void Fail(Exception exception)
    {
        List<WriteRequest> failed = _isPlanned ? [.. _taken, .. _refused] : waiting;
        failed.ForEach(r => r.Fail(exception));
    }

    private bool IsFull(WriteRequest request) => _taken.Count > 0
        && (Commit.Streams + request.Streams > mostStreams || Commit.Bytes + request.Bytes > mostBytes);
}
