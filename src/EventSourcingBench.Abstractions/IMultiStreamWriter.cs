namespace EventSourcingBench.Abstractions;

/// <summary>Appends to several streams in one transaction. Safe for any number of concurrent callers.</summary>
public interface IMultiStreamWriter
{
    /// <summary>Appends the events of all parts, or nothing where one stream has not the expected version. It answers when they are as
    /// durable as the store's tier says, not earlier.</summary>
    /// <remarks>Where <see cref="StoreCapabilities.IdempotentAppend"/> is set, a retry, each part of which is a retry as
    /// <see cref="IEventWriter.AppendAsync"/> says, appends nothing and answers with the versions of the first time. Any other append with
    /// an event id that is in the store already appends nothing and is an <see cref="ArgumentException"/>; it may be
    /// <see cref="NoneAppended"/> where a stream has not the expected version either.</remarks>
    /// <returns><see cref="AllAppended"/> or <see cref="NoneAppended"/>.</returns>
    /// <exception cref="OperationCanceledException">The waiting was cancelled; whether the events were appended is unknown.</exception>
    /// <exception cref="ArgumentException">No part; one without an event; a stream or event id twice; a stored id, no retry.</exception>
    /// <exception cref="StoreUnavailableException">Nothing was appended: the store could not be reached or refused.</exception>
    /// <exception cref="OutcomeUnknownException">The connection broke before the answer came.</exception>
    ValueTask<MultiStreamResult> AppendAsync(IReadOnlyList<StreamAppend> appends, CancellationToken cancellationToken = default);
}

/// <summary>One stream's part of an append to several: the version that it must have, and one or more events.</summary>
public sealed record StreamAppend(StreamId Stream, ExpectedVersion Expected, IReadOnlyList<EventData> Events);

/// <summary>What became of an append to several streams: <see cref="AllAppended"/> or <see cref="NoneAppended"/>.</summary>
public abstract record MultiStreamResult
{
    private protected MultiStreamResult() { }
}

/// <summary>Everything is in the store: a result for each stream, in the order of the call.</summary>
public sealed record AllAppended(IReadOnlyList<Appended> Streams) : MultiStreamResult;

/// <summary>One stream, the first in the order of the call, met a version conflict, so nothing was appended to any.</summary>
public sealed record NoneAppended(StreamId Stream, WrongExpectedVersion Conflict) : MultiStreamResult;
