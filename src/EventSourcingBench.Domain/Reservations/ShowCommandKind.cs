namespace EventSourcingBench.Domain.Reservations;

/// <summary>What is ordered of a show.</summary>
public enum ShowCommandKind
{
    /// <summary>That it be there.</summary>
    Create = 0,

    /// <summary>That a seat be reserved.</summary>
    Reserve = 1,

    /// <summary>That the reservation of a seat be cancelled.</summary>
    Cancel = 2,
}
