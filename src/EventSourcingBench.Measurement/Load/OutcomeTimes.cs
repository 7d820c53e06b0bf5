namespace EventSourcingBench.Measurement.Load;

/// <summary>The times of the requests that ended in one way.</summary>
internal sealed class OutcomeTimes
{
    public LatencyHistogram Service { get; } = new();

    public LatencyHistogram Response { get; } = new();

    public void Add(OutcomeTimes other)
    {
        Service.Add(other.Service);
        Response.Add(other.Response);
    }

    public OperationRecord ToRecord(string operation, Outcome outcome) => new()
    {
        Operation = operation,
        Outcome = outcome,
        ServiceTime = Service.ToRecord(),
        ResponseTime = Response.ToRecord(),
    };
}
