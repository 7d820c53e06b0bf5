namespace EventSourcingBench.Stores.Etcd;

/// <summary>Decides which of the waiting requests one transaction takes, and answers them.</summary>
/// <param name="state">What is there, as far as is known.</param>
/// <param name="waiting">The requests, in the order in which they came.</param>
/// <param name="mostStreams">The most streams that requests share a transaction with; 0 for a transaction each.</param>
/// <param name="mostBytes">The most bytes likewise.</param>
internal sealed class WriteRound(LogState state, List<WriteRequest> waiting, int mostStreams, int mostBytes)
{
    private readonly List<WriteRequest> _taken = [];
    private readonly List<WriteRequest> _refused = [];

    private bool _isPlanned;

    /// <summary>The events of the requests that were taken.</summary>
    public CommitBuilder Commit { get; } = new(state);

    /// <summary>Whether the server has to be asked: for an append, or whether a request has really lost.</summary>
    public bool HasWork => _taken.Count > 0 || _refused.Count > 0;

    /// <summary>Those that have no answer yet and were not in the transaction.</summary>
    public List<WriteRequest> Left { get; private set; } = [];

    /// <summary>Answers those whose events are there already, and takes what fits.</summary>
    public void Plan()
    {
        var next = 0;
        var deferred = new List<WriteRequest>();
        for (; next < waiting.Count && !IsFull(waiting[next]); next++)
        {
            var request = waiting[next];
            if (request.TryAnswer(state))
            {
                continue;
            }

            if (Commit.HasOneOf(request.Events))
            {
                // The same events twice: what becomes of the first decides.
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

    /// <summary>The transaction was carried out, so that the state was right.</summary>
    public void Succeeded()
    {
        foreach (var request in _taken)
        {
            if (!request.TryAnswer(state))
            {
                throw new InvalidOperationException("An append was committed and is not in the state.");
            }
        }

        _refused.ForEach(r => r.Refuse());
    }

    /// <summary>Somebody else had committed: nothing was carried out, and the next round looks at all of them again.</summary>
    public void Lost() => Left = [.. _taken, .. _refused, .. Left];

    /// <summary>Tells everybody whose request was in the transaction; everybody, where there was none yet.</summary>
    public void Fail(Exception exception)
    {
        List<WriteRequest> failed = _isPlanned ? [.. _taken, .. _refused] : waiting;
        failed.ForEach(r => r.Fail(exception));
    }

    private bool IsFull(WriteRequest request) => _taken.Count > 0
        && (Commit.Streams + request.Streams > mostStreams || Commit.Bytes + request.Bytes > mostBytes);
}
