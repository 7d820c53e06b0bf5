namespace EventSourcingBench.Checking.Rules;

/// <summary>What an operation changes in a roster.</summary>
public enum RosterChange
{
    /// <summary>It is opened, with a number of places.</summary>
    Open = 0,

    /// <summary>A member is added.</summary>
    Add = 1,

    /// <summary>A member is removed.</summary>
    Remove = 2,
}
