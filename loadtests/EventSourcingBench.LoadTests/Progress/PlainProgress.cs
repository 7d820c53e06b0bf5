namespace EventSourcingBench.LoadTests.Progress;

/// <summary>For logs: a line when a step ends, and one every ten seconds of a long one.</summary>
internal sealed class PlainProgress(TextWriter output, TimeProvider time) : RunProgress
{
    private const int SecondsBetweenLines = 10;

    private readonly Lock _lock = new();
    private readonly TimeLeft _left = new(time);
    private readonly Dictionary<int, string> _phases = [];
    private (string Phase, long Done, long At) _counted = ("", 0, 0);

    public override void Say(string message) => Write(message);

    public override void RunStarts(StepPlan plan)
    {
        TimeSpan left;
        lock (_lock)
        {
            _left.Plan(plan);
            left = _left.Estimate();
        }

        var steps = ProgressText.Counted(plan.Steps.Count(), "step");
        Write(plan.LoadTime > TimeSpan.Zero
            ? $"{steps}, about {ProgressText.Left(left)} in all, {ProgressText.Left(plan.LoadTime)} of it load"
            : steps);
    }

    public override void Phase(Step step, string phase)
    {
        // A log gets the outcome, and with each of its lines where the step is.
        lock (_lock)
        {
            _phases[step.Number] = phase;
        }
    }

    public override void Counted(Step step, string phase, long done, long total)
    {
        lock (_lock)
        {
            // What is over before the first line is due is not worth one.
            if (_counted.Phase != phase || done < _counted.Done)
            {
                _counted = (phase, done, time.GetTimestamp());
            }
            else if (time.GetElapsedTime(_counted.At) >= TimeSpan.FromSeconds(SecondsBetweenLines))
            {
                _counted = (phase, done, time.GetTimestamp());
                Write($"{step,-36} {ProgressText.Counted(phase, done, total)}");
            }
        }
    }

    public override void Second(Step step, SecondRecord second, LoadTotals totals)
    {
        if (step.Suite.EverySecond is { } line)
        {
            Write($"{step,-36} {line(step, second, totals)}");
        }
        else if (second.Second % SecondsBetweenLines == SecondsBetweenLines - 1)
        {
            Write($"{step,-36} {ProgressText.Live(step, second, totals, PhaseOf(step))}");
        }
    }

    public override void StepEnds(Step step, StepRecord record)
    {
        TimeSpan left;
        lock (_lock)
        {
            _phases.Remove(step.Number);
            _left.StepDone(step);
            left = _left.Estimate();
        }

        Write($"{ProgressText.Ended(step, record)}  ({ProgressText.Left(left)} left)");
    }

    private string? PhaseOf(Step step)
    {
        lock (_lock)
        {
            return _phases.GetValueOrDefault(step.Number);
        }
    }

    private void Write(string line)
    {
        lock (_lock)
        {
            output.WriteLine(line);
        }
    }
}
