namespace EventSourcingBench.Abstractions;

/// <summary>Appends to several streams in one transaction. Safe for any number of concurrent callers.</summary>
public interface IMultiStreamWriter
{
    /// <summary>
    /// Appends the events of all parts, or nothing where one stream has not the expected version. It answers when they
    /// are as durable as the store's tier says, not earlier.
    /// </summary>
    /// <remarks>
    /// Where <see cref="StoreCapabilities.IdempotentAppend"/> is set, a retry, each part of which is a retry as
    /// <see cref="IEventWriter.AppendAsync"/> says, appends nothing and answers with the versions of the first time. Any other
    /// append with an event id that is in the store already appends nothing and is an <see cref="ArgumentException"/>; it may be
    /// <see cref="NoneAppended"/> where a stream has not the expected version either.
    /// </remarks>
    /// <param name="appends">One or more parts, each for another stream.</param>
    /// <param name="cancellationToken">Stops the waiting; whether the events were appended is then unknown.</param>
    /// <returns><see cref="AllAppended"/> or <see cref="NoneAppended"/>.</returns>
    /// <exception cref="ArgumentException">
    /// There is no part, a part without an event, or a stream twice; or an event id is in the store already, and this is no retry.
    /// </exception>
    /// <exception cref="StoreUnavailableException">Nothing was appended: the store could not be reached or refused.</exception>
    /// <exception cref="OutcomeUnknownException">The connection broke before the answer came.</exception>
    ValueTask<MultiStreamResult> AppendAsync(IReadOnlyList<StreamAppend> appends, CancellationToken cancellationToken = default);
}
