namespace EventSourcingBench.Stores.Etcd.Reading;

/// <summary>The number of values to request, from the size of previous values.</summary>
internal sealed class PageSize
{
    private const int First = 64;
    private const int Most = 1000;
    private const long WantedBytes = 2 << 20;

    /// <summary>The limit of the next page.</summary>
    public int Limit { get; private set; } = First;

    /// <summary>Records a page.</summary>
    public void Seen(RangeAnswer page)
    {
        if (page.Found.Count > 0)
        {
            var average = Math.Max(1, page.Found.Sum(p => (long)p.Value.Length) / page.Found.Count);
            Limit = (int)Math.Clamp(WantedBytes / average, 1, Most);
        }
    }
}
