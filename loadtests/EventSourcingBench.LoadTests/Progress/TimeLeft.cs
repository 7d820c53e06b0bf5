namespace EventSourcingBench.LoadTests;

/// <summary>
/// Estimates how long the run still takes. The load that is planned is known. What each step needs besides (reset, catching up,
/// verification; all of a step that is bounded by a count) is guessed from the step, and the guesses for the steps to come are
/// corrected by what those so far took.
/// </summary>
internal sealed class TimeLeft(TimeProvider time)
{
    private long _lastEnd = time.GetTimestamp();
    private TimeSpan _loadLeft;
    private TimeSpan _guessLeft;
    private TimeSpan _guessDone;
    private TimeSpan _taken;

    /// <summary>The run begins.</summary>
    public void Plan(IReadOnlyCollection<Step> steps, TimeSpan load)
    {
        _lastEnd = time.GetTimestamp();
        _loadLeft = load;
        _guessLeft = steps.Aggregate(TimeSpan.Zero, (sum, s) => sum + s.GuessedTime);
    }

    /// <summary>A step has ended.</summary>
    public void StepDone(Step step)
    {
        var now = time.GetTimestamp();
        _taken += time.GetElapsedTime(_lastEnd, now) - step.LoadTime;
        _lastEnd = now;
        _loadLeft -= step.LoadTime;
        _guessLeft -= step.GuessedTime;
        _guessDone += step.GuessedTime;
    }

    /// <summary>How long it still takes; zero when it takes longer than was thought.</summary>
    public TimeSpan Estimate()
    {
        var correction = _guessDone > TimeSpan.Zero ? Math.Max(0, _taken / _guessDone) : 1;
        var left = _loadLeft + (_guessLeft * correction) - time.GetElapsedTime(_lastEnd);
        return left < TimeSpan.Zero ? TimeSpan.Zero : left;
    }
}
