namespace EventSourcingBench.LoadTests.Tests;

/// <summary>Collects how far phases are.</summary>
/// <param name="onPhase">Called with the name of each phase that begins.</param>
internal sealed class Counting(Action<string>? onPhase = null) : RunProgress(TextWriter.Null, TimeProvider.System)
{
    public List<string> Heard { get; } = [];

    public static CountedPhase Silent(long total) => new Counting().Phase("verifying", total, TimeProvider.System);

    public CountedPhase Phase(string phase, long total, TimeProvider time)
    {
        var workload = WorkloadFile.Load("reservation", "smoke");
        var step = new Step(1, SuiteCatalog.Find("reservation"), workload, "fake", Trial: 1, Copies: 1, Rate: null);
        return new CountedPhase(this, step, phase, total, time);
    }

    public override void Phase(Step step, string phase) => onPhase?.Invoke(phase);

    public override void Counted(Step step, string phase, long done, long total) => Heard.Add(ProgressText.Counted(phase, done, total));
}
