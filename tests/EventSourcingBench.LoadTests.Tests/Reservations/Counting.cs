namespace EventSourcingBench.LoadTests.Tests;

/// <param name="onPhase">Called with the name of each phase that begins.</param>
internal sealed class Counting(Action<string>? onPhase = null) : RunProgress(TextWriter.Null, TimeProvider.System)
{
    public static Step Step { get; } = new(
        1, SuiteCatalog.Find("reservation"), WorkloadFile.Load("reservation", "smoke"), "fake", Trial: 1, Copies: 1, Rate: null);

    public List<string> Heard { get; } = [];

    public CountedPhase Phase(string phase, long total, TimeProvider time) => new(this, Step, phase, total, time);

    public override void Phase(Step step, string phase) => onPhase?.Invoke(phase);

    public override void Counted(Step step, string phase, long done, long total) => Heard.Add(ProgressText.Counted(phase, done, total));
}
