namespace EventSourcingBench.LoadTests.Steps;

/// <summary>Shows progress: on a terminal the last line renews itself, a log gets a line per step and per 10 s of a long one.</summary>
internal class RunProgress(TextWriter output, TimeProvider time, bool isTerminal = false)
{
    private const string EraseLine = "\r\u001b[2K";
    private const int NarrowestTerminal = 40;
    private const int SecondsBetweenLines = 10;
    private readonly Lock _lock = new();
    private readonly TimeLeft _left = new(time);
    private readonly SortedDictionary<int, (Step Step, string Text, string Phase)> _active = [];
    private (string Phase, long Done, long At) _counted = ("", 0, 0);

    public static RunProgress ForConsole(TimeProvider time) => new(Console.Out, time, !Console.IsOutputRedirected);

    public void Say(string message)
    {
        lock (_lock)
            Write(message);
    }

    public void RunStarts(StepPlan plan)
    {
        lock (_lock)
        {
            _left.Plan(plan);
            if (!isTerminal)
            {
                var steps = ProgressText.Counted(plan.Steps.Count(), "step");
                Write(plan.LoadTime > TimeSpan.Zero
                    ? $"{steps}, about {ProgressText.Left(_left.Estimate())} in all, {ProgressText.Left(plan.LoadTime)} of it load"
                    : steps);
            }
        }
    }

    public void RunGoesOn(IEnumerable<IReadOnlyList<Step>> groups)
    {
        lock (_lock)
            _left.Extend(groups);
    }

    /// <summary>A step is at this point (<c>warming up</c>, <c>measuring</c>, <c>verifying</c>).</summary>
    public virtual void Phase(Step step, string phase)
    {
        lock (_lock)
            Show(step, phase, phase);
    }

    public virtual void Counted(Step step, string phase, long done, long total)
    {
        lock (_lock)
        {
            var text = ProgressText.Counted(phase, done, total);
            Show(step, text, phase);
            // What is over before the first line is due is not worth one.
            var isNew = _counted.Phase != phase || done < _counted.Done;
            if (isNew || time.GetElapsedTime(_counted.At) >= TimeSpan.FromSeconds(SecondsBetweenLines))
            {
                _counted = (phase, done, time.GetTimestamp());
                if (!isNew && !isTerminal)
                    Write($"{step,-36} {text}");
            }
        }
    }

    public void Second(Step step, SecondRecord second, LoadTotals totals)
    {
        lock (_lock)
        {
            var phase = _active.TryGetValue(step.Number, out var active) ? active.Phase : "";
            var text = ProgressText.Live(step, second, totals, phase);
            Show(step, text, phase);
            if (step.Suite.EverySecond is { } line)
                Write($"{step,-36} {line(step, second, totals)}");
            else if (!isTerminal && second.Second % SecondsBetweenLines == SecondsBetweenLines - 1)
                Write($"{step,-36} {text}");
        }
    }

    public void StepEnds(Step step, StepRecord record)
    {
        lock (_lock)
        {
            _active.Remove(step.Number);
            _left.StepDone(step);
            Write(ProgressText.Ended(step, record) + (isTerminal ? "" : $"  ({ProgressText.Left(_left.Estimate())} left)"));
        }
    }

    private void Show(Step step, string text, string phase)
    {
        _active[step.Number] = (step, text, phase);
        Draw();
    }

    private void Write(string line)
    {
        output.WriteLine(isTerminal ? EraseLine + line : line);
        Draw();
    }

    private void Draw()
    {
        if (!isTerminal)
            return;

        var steps = string.Join("  |  ", _active.Values.Select(a => $"{a.Step}: {a.Text}"));
        var line = steps.Length == 0 ? "" : $"{ProgressText.Left(_left.Estimate())} left  {steps}";
        var width = Math.Max(NarrowestTerminal, Console.WindowWidth) - 1;
        output.Write(EraseLine + (line.Length > width ? line[..width] : line));
    }
}

/// <summary>A phase of a step that goes through a known number of things: users see how far it is, once a second. Thread-safe.</summary>
internal sealed class CountedPhase(RunProgress progress, Step step, string phase, long total, TimeProvider time)
{
    private const long Never = long.MinValue;

    private long _done;
    private long _shown = Never;

    public void Advance()
    {
        var done = Interlocked.Increment(ref _done);
        var (shown, now) = (Interlocked.Read(ref _shown), time.GetTimestamp());
        var isDue = shown == Never || done == total || time.GetElapsedTime(shown, now) >= TimeSpan.FromSeconds(1);
        if (isDue && Interlocked.CompareExchange(ref _shown, now, shown) == shown)
            progress.Counted(step, phase, done, total);
    }
}
