namespace EventSourcingBench.LoadTests.Steps;

/// <summary>Shows progress: on a terminal the last line renews itself, a log gets a line per step and per 10 s of a long one.</summary>
internal class RunProgress(TextWriter output, TimeProvider time, bool isTerminal = false)
{
    private const string EraseLine = "\r\u001b[2K";
    private const int NarrowestTerminal = 40;
    private const int SecondsBetweenLines = 10;
    private readonly Lock _lock = new();
    private readonly TimeLeft _left = new(time);

    // By number: what a step shows, and of its phase how far it is and when a line was last written or began to be due.
    private readonly SortedDictionary<int, (Step Step, string Text, string Phase, long Done, long LineAt)> _active = [];

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
            Show(step, phase, phase, done: 0, time.GetTimestamp());
    }

    public virtual void Counted(Step step, string phase, long done, long total)
    {
        lock (_lock)
        {
            var (text, before) = (ProgressText.Counted(phase, done, total), _active.GetValueOrDefault(step.Number));
            // What is over before the first line is due is not worth one.
            var isNew = before.Phase != phase || done < before.Done;
            var isDue = !isNew && time.GetElapsedTime(before.LineAt) >= TimeSpan.FromSeconds(SecondsBetweenLines);
            Show(step, text, phase, done, isNew || isDue ? time.GetTimestamp() : before.LineAt);
            if (isDue && !isTerminal)
                Write($"{step,-36} {text}");
        }
    }

    public void Second(Step step, SecondRecord second, LoadTotals totals)
    {
        lock (_lock)
        {
            var active = _active.GetValueOrDefault(step.Number);
            var text = ProgressText.Live(step, second, totals, active.Phase);
            Show(step, text, active.Phase ?? "", active.Done, active.LineAt);
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

    private void Show(Step step, string text, string phase, long done, long lineAt)
    {
        _active[step.Number] = (step, text, phase, done, lineAt);
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
