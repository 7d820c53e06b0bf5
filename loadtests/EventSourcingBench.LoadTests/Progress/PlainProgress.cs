using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests;

/// <summary>For logs: a line when a step ends, and one every ten seconds of a long one.</summary>
internal sealed class PlainProgress(TextWriter output, TimeProvider time) : RunProgress
{
    private const int SecondsBetweenLines = 10;

    private readonly Lock _lock = new();
    private readonly TimeLeft _left = new(time);

    public override void Say(string message) => Write(message);

    public override void RunStarts(int steps, TimeSpan load)
    {
        lock (_lock)
        {
            _left.Plan(steps, load);
        }

        Write($"{steps} steps, {ProgressText.Left(load)} of load");
    }

    public override void Phase(Step step, string phase)
    {
        // A log gets the outcome only.
    }

    public override void Second(Step step, SecondRecord second, LoadTotals totals)
    {
        if (step.Suite.TellsEverySecond)
        {
            Write($"{step,-36} {ProgressText.Speedrun(step, second, totals)}");
        }
        else if (second.Second % SecondsBetweenLines == SecondsBetweenLines - 1)
        {
            Write($"{step,-36} {ProgressText.Live(step, second, totals)}");
        }
    }

    public override void StepEnds(Step step, StepRecord record)
    {
        TimeSpan left;
        lock (_lock)
        {
            _left.StepDone(step.LoadTime);
            left = _left.Estimate(TimeSpan.Zero);
        }

        Write($"{ProgressText.Ended(step, record)}  ({ProgressText.Left(left)} left)");
    }

    private void Write(string line)
    {
        lock (_lock)
        {
            output.WriteLine(line);
        }
    }
}
