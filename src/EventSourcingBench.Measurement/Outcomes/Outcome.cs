namespace EventSourcingBench.Measurement.Outcomes;

/// <summary>How a request ended.</summary>
public enum Outcome
{
    /// <summary>Acknowledged.</summary>
    Success = 0,

    /// <summary>Given up because of a version conflict, after the last attempt.</summary>
    Conflict = 1,

    /// <summary>Failed; it is known that nothing was done.</summary>
    Error = 2,

    /// <summary>No answer in time, or the connection broke: what became of the request is not known.</summary>
    Timeout = 3,

    /// <summary>A rule of the domain refused it, as it should: nothing was appended.</summary>
    Refused = 4,
}
