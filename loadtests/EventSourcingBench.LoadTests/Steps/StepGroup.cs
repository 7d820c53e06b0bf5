namespace EventSourcingBench.LoadTests.Steps;

/// <summary>Steps of several stores at a time. Each waits until all have come as far or have ended: their loads coincide.</summary>
internal sealed class StepGroup(int members)
{
    private readonly Lock _lock = new();
    private TaskCompletionSource _all = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private int _members = members;
    private int _waiting;

    /// <summary>Ends when every member waits or has left.</summary>
    public Task ArriveAsync()
    {
        lock (_lock)
        {
            var all = _all.Task;
            _waiting++;
            GoOn();
            return all;
        }
    }

    public void Leave()
    {
        lock (_lock)
        {
            _members--;
            GoOn();
        }
    }

    private void GoOn()
    {
        if (_waiting < _members)
            return;

        _all.SetResult();
        (_all, _waiting) = (new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously), 0);
    }
}
