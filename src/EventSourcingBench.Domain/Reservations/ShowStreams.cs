namespace EventSourcingBench.Domain.Reservations;

public static class ShowStreams
{
    private const string Prefix = "show-";

    /// <summary>The stream of a show: <c>show-s1</c>.</summary>
    public static StreamId Of(string show) => new(Prefix + show);

    /// <summary>The id of the show whose stream it is.</summary>
    /// <exception cref="FormatException">It is no stream of a show.</exception>
    public static string ShowOf(StreamId stream) => stream.Value is { } name && name.StartsWith(Prefix, StringComparison.Ordinal)
        ? name[Prefix.Length..]
        : throw new FormatException($"{stream.Value} is no stream of a show.");
}
