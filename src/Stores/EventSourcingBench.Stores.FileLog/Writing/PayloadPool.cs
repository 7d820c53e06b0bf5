namespace EventSourcingBench.Stores.FileLog.Writing;

/// <summary>A pool of payloads: many small ones and a few large ones.</summary>
internal sealed class PayloadPool(LogIndex index)
{
    private const int MostSmall = 256;
    private const int MostBig = 4;

    private readonly ConcurrentQueue<Payload> _small = new();
    private readonly ConcurrentQueue<Payload> _big = new();

    public Payload Rent(bool isBig) => (isBig ? _big : _small).TryDequeue(out var payload) ? payload : new Payload(index);

    public void Return(Payload payload)
    {
        var (free, most) = payload.IsBig ? (_big, MostBig) : (_small, MostSmall);
        if (payload.IsReusable && free.Count < most)
        {
            free.Enqueue(payload);
        }
        else
        {
            payload.Release();
        }
    }
}
