using System.Runtime.ExceptionServices;
using NEventStore.Persistence;

namespace EventSourcingBench.Stores.MongoDb;

/// <summary>Appends a commit after the stream's head. NEventStore expects callers to have read the stream; this class looks up its last
/// commit instead.</summary>
internal sealed class CommitAppender(OpenDatabase open, IPersistStreams persistence) : IEventWriter
{
    private static readonly ProjectionDefinition<BsonDocument> HeadFields = Builders<BsonDocument>.Projection
        .Include(MongoCommitFields.StreamRevisionTo).Include(MongoCommitFields.CommitSequence);

    private readonly IMongoCollection<BsonDocument> _commits =
        open.Database.GetCollection<BsonDocument>(CommitStore.Commits).WithReadConcern(ReadConcern.Local);

    public async ValueTask<AppendResult> AppendAsync(
        StreamId stream, ExpectedVersion expected, IReadOnlyList<EventData> events, CancellationToken cancellationToken = default)
    {
        AppendChecks.Require(events);
        AppendChecks.RequireOneDocument(events);
        cancellationToken.ThrowIfCancellationRequested();
        open.Gate.Enter();
        try
        {
            while (!open.Gate.IsClosing)
            {
                if (await TryAppendAsync(stream, expected, events, cancellationToken) is { } result)
                    return result;
            }

            throw StoreClosing.Error();
        }
        finally
        {
            open.Gate.Leave();
        }
    }

    // Null if another writer was faster: the head shows whether that is a conflict.
    private async Task<AppendResult?> TryAppendAsync(
        StreamId stream, ExpectedVersion expected, IReadOnlyList<EventData> events, CancellationToken cancellationToken)
    {
        var head = await open.GuardAsync(HeadAsync(stream, cancellationToken));
        if (!expected.Allows(head.Version))
        {
            return await open.GuardAsync(_commits.Find(CommitMapping.OfCommit(stream, events[0].Id)).AnyAsync(cancellationToken))
                ? await FirstAnswerAsync(stream, events, cancellationToken)
                : new WrongExpectedVersion(expected, head.Version);
        }

        try
        {
            await CommitAsync(CommitMapping.Attempt(stream, head, events, open.Time.GetUtcNow()), cancellationToken);
            return new Appended(head.Version + events.Count, Position: null);
        }
        catch (ConcurrencyException)
        {
            return null;
        }
        catch (DuplicateCommitException)
        {
            return await FirstAnswerAsync(stream, events, cancellationToken);
        }
    }

    private async Task CommitAsync(CommitAttempt attempt, CancellationToken cancellationToken)
    {
        var times = RequestTimes.Mark(RequestPart.Store);
        try
        {
            if (await StorageErrors.UnwrappedAsync(() => persistence.CommitAsync(attempt, cancellationToken)) is not null)
                return;
        }
        catch (Exception e) when (MongoErrors.IsDriverError(e))
        {
            throw open.Errors.AfterSend(e);
        }
        finally
        {
            times?.Enter(RequestPart.Adapter);
        }

        // NEventStore returns null for a cancelled commit.
        cancellationToken.ThrowIfCancellationRequested();
        throw new OutcomeUnknownException("NEventStore cancelled a commit. Its outcome is unknown.");
    }

    private async Task<AppendResult> FirstAnswerAsync(StreamId stream, IReadOnlyList<EventData> events, CancellationToken cancellationToken)
    {
        var commit = await open.GuardAsync(
            open.WaitUntilDurableAsync(_commits, CommitMapping.OfCommit(stream, events[0].Id), cancellationToken));
        return FirstAnswer(CommitMapping.Read(commit), events);
    }

    /// <exception cref="ArgumentException">The commit has other events.</exception>
    internal static Appended FirstAnswer(IReadOnlyList<RecordedEvent> commit, IReadOnlyList<EventData> events) =>
        commit.Select(e => e.Id).SequenceEqual(events.Select(e => e.Id))
            ? new Appended(commit[^1].Version, Position: null)
            : throw new ArgumentException(
                $"The event {events[0].Id} is in the stream {commit[0].Stream} already, from another append: this is not a retry.");

    private async Task<StreamHead> HeadAsync(StreamId stream, CancellationToken cancellationToken)
    {
        var last = await _commits.Find(CommitMapping.OfStream(stream))
            .Sort(Builders<BsonDocument>.Sort.Descending(MongoCommitFields.StreamRevisionFrom))
            .Project(HeadFields)
            .FirstOrDefaultAsync(cancellationToken);
        return last is null
            ? default
            : new StreamHead(last[MongoCommitFields.StreamRevisionTo].AsInt32, last[MongoCommitFields.CommitSequence].AsInt32);
    }
}

internal static class StorageErrors
{
    /// <summary>The driver's exception; any other exception unchanged.</summary>
    public static Exception Unwrapped(Exception e) => e is StorageException { InnerException: { } inner } ? inner : e;

    /// <summary>Makes a call whose failures are thrown as the driver's exceptions.</summary>
    public static async Task<T> UnwrappedAsync<T>(Func<Task<T>> call)
    {
        try
        {
            return await call();
        }
        catch (StorageException e)
        {
            ExceptionDispatchInfo.Throw(Unwrapped(e));
            throw;
        }
    }
}
