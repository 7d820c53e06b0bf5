namespace EventSourcingBench.Measurement;

/// <summary>How a request ended.</summary>
public enum Outcome
{
    /// <summary>Acknowledged.</summary>
    Success = 0,

    /// <summary>A lost race for an expected version.</summary>
    Conflict = 1,

    /// <summary>Refused or failed; it is known that nothing happened.</summary>
    Error = 2,

    /// <summary>No answer in time, or the connection broke: what became of it is not known.</summary>
    Timeout = 3,

    /// <summary>A rule of the domain said no, as it should: nothing was appended, and no race was lost.</summary>
    Refused = 4,
}
