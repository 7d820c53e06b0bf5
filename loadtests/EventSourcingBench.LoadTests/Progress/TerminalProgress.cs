namespace EventSourcingBench.LoadTests.Progress;

/// <summary>For terminals: ended steps stay, the last line renews itself each second.</summary>
internal sealed class TerminalProgress(TextWriter output, TimeProvider time) : RunProgress
{
    private const string EraseLine = "\r\u001b[2K";
    private const int NarrowestTerminal = 40;

    private readonly Lock _lock = new();
    private readonly TimeLeft _left = new(time);
    private readonly SortedDictionary<int, (Step Step, string Text, string Phase)> _active = [];

    public override void Say(string message)
    {
        lock (_lock)
        {
            output.WriteLine(EraseLine + message);
            Draw();
        }
    }

    public override void RunStarts(StepPlan plan)
    {
        lock (_lock)
        {
            _left.Plan(plan);
        }
    }

    public override void Phase(Step step, string phase) => Show(step, phase, phase);

    public override void Counted(Step step, string phase, long done, long total) =>
        Show(step, ProgressText.Counted(phase, done, total), phase);

    public override void Second(Step step, SecondRecord second, LoadTotals totals)
    {
        if (step.Suite.EverySecond is { } line)
        {
            Say($"{step}: {line(step, second, totals)}");
        }

        var phase = PhaseOf(step);
        Show(step, ProgressText.Live(step, second, totals, phase), phase);
    }

    public override void StepEnds(Step step, StepRecord record)
    {
        lock (_lock)
        {
            _active.Remove(step.Number);
            _left.StepDone(step);
            output.WriteLine(EraseLine + ProgressText.Ended(step, record));
            Draw();
        }
    }

    private string PhaseOf(Step step)
    {
        lock (_lock)
        {
            return _active.TryGetValue(step.Number, out var active) ? active.Phase : "";
        }
    }

    private void Show(Step step, string text, string phase)
    {
        lock (_lock)
        {
            _active[step.Number] = (step, text, phase);
            Draw();
        }
    }

    private void Draw()
    {
        if (_active.Count == 0)
        {
            output.Write(EraseLine);
            return;
        }

        var steps = string.Join("  |  ", _active.Values.Select(a => $"{a.Step}: {a.Text}"));
        var line = $"{ProgressText.Left(_left.Estimate())} left  {steps}";
        var width = Math.Max(NarrowestTerminal, Console.WindowWidth) - 1;
        output.Write(EraseLine + (line.Length > width ? line[..width] : line));
    }
}
