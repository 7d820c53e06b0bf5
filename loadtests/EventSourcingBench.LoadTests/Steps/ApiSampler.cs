namespace EventSourcingBench.LoadTests.Steps;

/// <summary>Samples each process of the API; one that took the place of another from its start on.</summary>
internal sealed class ApiSampler
{
    private readonly IStoreUnderTest _store;
    private readonly TimeProvider _time;
    private readonly List<(int ProcessId, ProcessTreeSampler Sampler)> _nodes = [];

    public ApiSampler(IStoreUnderTest store, TimeProvider time)
    {
        (_store, _time) = (store, time);
        Follow();
    }

    /// <summary>What each used since the last call, in the order of the nodes; null for one that is away.</summary>
    public IReadOnlyList<NodeSample?> Take()
    {
        Follow();
        return _nodes.ConvertAll(n => n.Sampler.Take() is { } sample ? new NodeSample(sample.Cores, sample.Bytes) : null);
    }

    private void Follow()
    {
        var ids = _store.ApiProcessIds;
        for (var i = 0; i < ids.Count; i++)
        {
            if (i == _nodes.Count)
            {
                _nodes.Add((ids[i], new ProcessTreeSampler(ids[i], _time)));
            }
            else if (_nodes[i].ProcessId != ids[i])
            {
                _nodes[i] = (ids[i], new ProcessTreeSampler(ids[i], _time));
            }
        }
    }
}
