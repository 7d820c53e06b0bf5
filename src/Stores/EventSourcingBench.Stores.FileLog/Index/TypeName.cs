namespace EventSourcingBench.Stores.FileLog.Index;

/// <summary>The name of an event type and its number.</summary>
internal sealed class TypeName(int number, string name)
{
    public int Number { get; } = number;

    public string Name { get; } = name;

    /// <summary>The base of the last segment that defines the name. Used by the writer only.</summary>
    public long DefinedIn { get; set; } = -1;
}
