namespace EventSourcingBench.Stores.Etcd;

/// <summary>A call got no answer that could be used.</summary>
/// <param name="message">What the last node said, or why it could not.</param>
/// <param name="code">The status that the server refused with; null where none came.</param>
/// <param name="mayHaveArrived">False when it is certain that nothing was carried out.</param>
/// <param name="innerException">What the HTTP client threw.</param>
internal sealed class EtcdException(string message, EtcdCode? code, bool mayHaveArrived, Exception? innerException = null)
    : Exception(message, innerException)
{
    public EtcdCode? Code { get; } = code;

    public bool MayHaveArrived { get; } = mayHaveArrived;
}
