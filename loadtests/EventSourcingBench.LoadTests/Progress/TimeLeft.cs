namespace EventSourcingBench.LoadTests;

/// <summary>
/// Estimates how long the run still takes: the load that is planned is known; what each step needs besides (reset,
/// catching up, verification) is taken from the steps so far.
/// </summary>
internal sealed class TimeLeft(TimeProvider time)
{
    private static readonly TimeSpan FirstGuessPerStep = TimeSpan.FromSeconds(1);

    private long _start = time.GetTimestamp();
    private TimeSpan _loadLeft;
    private TimeSpan _loadDone;
    private int _stepsLeft;
    private int _stepsDone;

    public void Plan(int steps, TimeSpan load) => (_start, _stepsLeft, _loadLeft) = (time.GetTimestamp(), steps, load);

    public void StepDone(TimeSpan load)
    {
        _stepsDone++;
        _stepsLeft--;
        _loadDone += load;
        _loadLeft -= load;
    }

    public TimeSpan Estimate(TimeSpan intoStep)
    {
        var perStep = _stepsDone == 0
            ? FirstGuessPerStep
            : (time.GetElapsedTime(_start) - _loadDone - intoStep) / _stepsDone;
        var left = _loadLeft + (_stepsLeft * perStep) - intoStep;
        return left < TimeSpan.Zero ? TimeSpan.Zero : left;
    }
}
