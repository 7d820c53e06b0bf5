using System.Runtime.InteropServices;

namespace EventSourcingBench.Measurement.Load;

/// <summary>Counts messages; a message beyond the first <see cref="MaxMessages"/> distinct ones counts as <see cref="Other"/>.</summary>
internal sealed class ErrorTally
{
    public const int MaxMessages = 20;
    public const string Other = "other";

    private readonly Lock _gate = new();
    private readonly Dictionary<string, long> _counts = new(StringComparer.Ordinal);

    public void Add(string message, long times = 1)
    {
        lock (_gate)
        {
            var distinct = _counts.Count - (_counts.ContainsKey(Other) ? 1 : 0);
            var key = distinct < MaxMessages || _counts.ContainsKey(message) ? message : Other;
            CollectionsMarshal.GetValueRefOrAddDefault(_counts, key, out _) += times;
        }
    }

    public void Clear()
    {
        lock (_gate)
        {
            _counts.Clear();
        }
    }

    /// <summary>Most frequent first.</summary>
    public IReadOnlyDictionary<string, long> ToDictionary()
    {
        lock (_gate)
        {
            return new OrderedDictionary<string, long>(
                _counts.OrderByDescending(c => c.Value).ThenBy(c => c.Key, StringComparer.Ordinal),
                StringComparer.Ordinal);
        }
    }
}
