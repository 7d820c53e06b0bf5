namespace EventSourcingBench.Api.Contracts;

/// <summary>A stream that was read and folded.</summary>
/// <param name="Version">The version of the last event that was read; 0 where there was none.</param>
/// <param name="Events">How many events were read.</param>
/// <param name="Digest">A digest of their versions and content, 16 hexadecimal digits; see <see cref="StreamState"/>.</param>
public sealed record LoadedStream(long Version, long Events, string Digest);
