namespace EventSourcingBench.Tests;

/// <summary>The commands of an append.</summary>
internal static class Writes
{
    /// <summary>The one by which it becomes real.</summary>
    public const string Commit = "commitTransaction";

    public static TheoryData<string> All => new("findAndModify", "insert", Commit);
}
