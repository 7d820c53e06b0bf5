namespace EventSourcingBench.LoadTests.Steps;

/// <summary>Estimates the time left. What steps need besides load is a guess, corrected by what those so far took.</summary>
internal sealed class TimeLeft(TimeProvider time)
{
    private readonly HashSet<int> _ended = [];
    private StepPlan _plan = new([]);
    private int _groupsDone;
    private long _lastEnd = time.GetTimestamp();
    private TimeSpan _guessDone;
    private TimeSpan _taken;

    public void Plan(StepPlan plan) => (_plan, _lastEnd) = (plan, time.GetTimestamp());

    public void Extend(IEnumerable<IReadOnlyList<Step>> groups) => _plan = _plan with { Groups = [.. _plan.Groups, .. groups] };

    public void StepDone(Step step)
    {
        _ended.Add(step.Number);
        var group = _plan.Groups[_groupsDone];
        if (!group.All(s => _ended.Contains(s.Number)))
            return;

        var now = time.GetTimestamp();
        _taken += time.GetElapsedTime(_lastEnd, now) - StepPlan.LoadOf(group);
        _guessDone += Guess(group);
        _lastEnd = now;
        _groupsDone++;
    }

    /// <summary>How long it still takes. A step that takes longer than was thought takes nothing from the time of those after it.</summary>
    public TimeSpan Estimate()
    {
        var correction = _guessDone > TimeSpan.Zero ? Math.Max(0, _taken / _guessDone) : 1;
        var left = _plan.Groups.Skip(_groupsDone).Select(group => StepPlan.LoadOf(group) + (Guess(group) * correction)).ToList();
        if (left.Count == 0)
            return TimeSpan.Zero;

        var elapsed = time.GetElapsedTime(_lastEnd);
        left[0] = elapsed < left[0] ? left[0] - elapsed : TimeSpan.Zero;
        return left.Aggregate((sum, one) => sum + one);
    }

    private TimeSpan Guess(IEnumerable<Step> group) => group.Max(s => s.GuessedTime(_plan.AroundLoad));
}
