namespace EventSourcingBench.Stores.FileLog;

/// <summary>A name of a type of events, and its number.</summary>
internal sealed class TypeName(int number, string name)
{
    public int Number { get; } = number;

    public string Name { get; } = name;

    /// <summary>The base of the last segment that defines it. The writer's own.</summary>
    public long DefinedIn { get; set; } = -1;
}
