using EventSourcingBench.Domain;

namespace EventSourcingBench.LoadTests;

/// <summary>The events of one show in their order, and which of them no rule should have let through.</summary>
internal sealed class ShowReplay
{
    private readonly HashSet<int> _taken = [];

    /// <summary>How many events there were.</summary>
    public long Version { get; private set; }

    /// <summary>The seats that are reserved, in order.</summary>
    public IEnumerable<int> Taken => _taken.Order();

    /// <summary>How many seats are reserved.</summary>
    public int TakenCount => _taken.Count;

    /// <summary>Takes the next event.</summary>
    /// <param name="version">Its version.</param>
    /// <param name="entry">What was sent.</param>
    /// <returns>The rule that it breaks, in words; null where it breaks none.</returns>
    public string? Break(long version, in SeatEntry entry)
    {
        var expected = Version + 1;
        Version = version;
        return version != expected ? $"version {version} came where {expected} should be"
            : entry.Kind == ShowCommandKind.Create ? version == 1 ? null : "the show was created twice"
            : version == 1 ? "a seat was taken of a show that was not there"
            : entry.Kind == ShowCommandKind.Reserve ? _taken.Add(entry.Number) ? null : $"seat {entry.Number} was reserved twice"
            : _taken.Remove(entry.Number) ? null : $"seat {entry.Number} was cancelled and not reserved";
    }
}
