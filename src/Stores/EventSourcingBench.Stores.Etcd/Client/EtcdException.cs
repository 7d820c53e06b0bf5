namespace EventSourcingBench.Stores.Etcd.Client;

/// <summary>A call without a usable answer.</summary>
/// <param name="message">The last node's message, or why it did not answer.</param>
/// <param name="code">The status of the refusal; null if there is none.</param>
/// <param name="mayHaveArrived">False if the request was certainly not carried out.</param>
/// <param name="innerException">What the HTTP client threw.</param>
internal sealed class EtcdException(string message, EtcdCode? code, bool mayHaveArrived, Exception? innerException = null)
    : Exception(message, innerException)
{
    public EtcdCode? Code { get; } = code;

    public bool MayHaveArrived { get; } = mayHaveArrived;
}
