using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Domain;

/// <summary>The streams of shows.</summary>
public static class ShowStreams
{
    /// <summary>The stream of a show: <c>show-s1</c>.</summary>
    /// <param name="show">Its id.</param>
    public static StreamId Of(string show) => new("show-" + show);

    /// <summary>The stream with the snapshots of a show: <c>snapshot-show-s1</c>.</summary>
    /// <param name="show">Its id.</param>
    public static StreamId OfSnapshots(string show) => new("snapshot-show-" + show);
}
