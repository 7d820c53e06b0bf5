namespace EventSourcingBench.Abstractions;

/// <summary>How the value of an option is written.</summary>
public enum StoreOptionKind
{
    /// <summary>Any text.</summary>
    Text = 0,

    /// <summary>One of the option's choices.</summary>
    Choice = 1,

    /// <summary>A whole number.</summary>
    Integer = 2,

    /// <summary>A number with a unit: <c>250us</c>, <c>5ms</c>, <c>1.5s</c>, <c>2m</c>.</summary>
    Duration = 3,

    /// <summary><c>on</c> or <c>off</c>.</summary>
    Switch = 4,
}
