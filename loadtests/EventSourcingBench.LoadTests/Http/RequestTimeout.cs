namespace EventSourcingBench.LoadTests.Http;

/// <summary>The timeout of one worker's requests, one after the other, on a timer that is reused.</summary>
internal sealed class RequestTimeout : IDisposable
{
    private CancellationTokenSource _source = new();

    public CancellationToken Start(TimeSpan timeout)
    {
        if (!_source.TryReset())
        {
            _source.Dispose();
            _source = new CancellationTokenSource();
        }

        _source.CancelAfter(timeout);
        return _source.Token;
    }

    /// <summary>Ends the running request for another reason, such as the engine's cancellation.</summary>
    public CancellationTokenRegistration CancelWith(CancellationToken cancellationToken) => cancellationToken.CanBeCanceled
        ? cancellationToken.UnsafeRegister(static source => ((CancellationTokenSource)source!).Cancel(), _source)
        : default;

    public void Dispose() => _source.Dispose();
}
