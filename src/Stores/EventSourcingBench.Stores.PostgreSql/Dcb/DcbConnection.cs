using System.Text.RegularExpressions;
using Npgsql;
using NpgsqlTypes;

namespace EventSourcingBench.Stores.PostgreSql.Dcb;

/// <summary>
/// A connection with the prepared statements of reads and appends. It opens on first use and again after a failure. Its calls
/// block: it belongs to a lane's thread.
/// </summary>
internal sealed partial class DcbConnection(PostgresDatabase database, DcbDialect dialect) : IDisposable
{
    /// <summary>The result of <see cref="Find"/> for event ids that exist from another append.</summary>
    public const long OfAnother = 0;

    private const long Undecided = 0;

    private readonly Dictionary<(object? Reading, object? Appending), (NpgsqlCommand Command, DcbSlots Read, DcbSlots Append)>
        _prepared = [];
    private NpgsqlConnection? _connection;

    /// <summary>
    /// A position that the store has certainly reached. It is dropped with the connection, because a server that lost commits
    /// (synchronous_commit=off) breaks it.
    /// </summary>
    public long Head { get; private set; }

    /// <summary>Reads in one round trip, and returns each read when its rows have arrived. The connection is busy until the end.</summary>
    /// <exception cref="StoreUnavailableException">The store could not be reached, or the connection broke, during the
    /// enumeration.</exception>
    public IEnumerable<PendingRead> Read(IReadOnlyList<PendingRead> reads)
    {
        using var reply = Ask(reads, round: null);
        while (Next(reply, round: null) is { } found)
        {
            Head = Math.Max(Head, found.Result.Head);
            var read = reads[found.Query];
            read.Result = found.Result;
            yield return read;
        }
    }

    /// <summary>
    /// Reads and appends in one round trip, each with its result. An append that blocks another one may leave it undecided.
    /// </summary>
    /// <exception cref="StoreUnavailableException">Nothing was appended.</exception>
    /// <exception cref="OutcomeUnknownException">The connection broke while there were appends.</exception>
    /// <exception cref="PostgresException">The id of an event already exists in the store; nothing was appended.</exception>
    public void Run(IReadOnlyList<PendingRead> reads, DcbRound round)
    {
        using var reply = Ask(reads, round);
        var results = new List<(int Query, DcbReadResult Result)>(reads.Count);
        while (Next(reply, round) is { } found)
        {
            results.Add(found);
        }

        // The commit follows the rows: only the end of the answer acknowledges it.
        foreach (var (query, result) in results)
        {
            reads[query].Result = result;
            Head = Math.Max(Head, result.Head);
        }

        Answer(round, reply.Decided);
    }

    /// <summary>
    /// The position of the last of these events if they are one append; null if none of them exists; <see cref="OfAnother"/> if
    /// only some exist, or all from several appends.
    /// </summary>
    public long? Find(Guid[] eventIds)
    {
        Open();
        try
        {
            using var command = new NpgsqlCommand(database.Scripts.Get("313_dcb_find"), _connection);
            command.Parameters.Add(
                new NpgsqlParameter<Guid[]> { TypedValue = eventIds, NpgsqlDbType = NpgsqlDbType.Array | NpgsqlDbType.Uuid });
            return command.ExecuteScalar() as long?;
        }
        catch (Exception e) when (PostgresErrors.IsDriverError(e))
        {
            Close();
            throw database.Errors.Unavailable(e);
        }
    }

    public void Dispose() => Close();

    private void Close()
    {
        Head = 0;
        _prepared.Clear();
        _connection?.Dispose();
        _connection = null;
    }

    private void Open()
    {
        if (_connection is not null)
        {
            return;
        }

        try
        {
            _connection = database.Pool.OpenConnection();
        }
        catch (Exception e) when (PostgresErrors.IsDriverError(e))
        {
            Close();
            throw database.Errors.Unavailable(e);
        }
    }

    private DcbReply Ask(IReadOnlyList<PendingRead> reads, DcbRound? round)
    {
        var command = Prepare(reads, round);
        return Talk(() => new DcbReply(command.ExecuteReader(), hasReads: reads.Count > 0, hasAppends: round is not null), round);
    }

    private NpgsqlCommand Prepare(IReadOnlyList<PendingRead> reads, DcbRound? round)
    {
        Open();
        var reading = reads.Count > 0 ? dialect.Reading(reads) : null;
        var appending = round is not null ? dialect.Appending(round) : null;
        try
        {
            var (command, read, append) = Prepared(reading, appending);
            reading?.Fill(read, reads);
            appending?.Fill(append, round!);
            return command;
        }
        catch (Exception e) when (PostgresErrors.IsDriverError(e))
        {
            Close();
            throw database.Errors.Unavailable(e);
        }
    }

    private (int Query, DcbReadResult Result)? Next(DcbReply reply, DcbRound? round) => Talk(reply.Next, round);

    private T Talk<T>(Func<T> talk, DcbRound? round)
    {
        try
        {
            return talk();
        }
        catch (Exception e) when (PostgresErrors.IsDriverError(e) && !PostgresErrors.IsKnownEvent(e))
        {
            if (e is not PostgresException { InvariantSeverity: "ERROR" })
            {
                Close();
            }

            throw round is null ? database.Errors.Unavailable(e) : database.Errors.AfterSend(e);
        }
    }

    // There are few kinds of statements, and a command has one or two of them.
    private (NpgsqlCommand Command, DcbSlots Read, DcbSlots Append) Prepared(
        DcbStatement<IReadOnlyList<PendingRead>>? reading, DcbStatement<DcbRound>? appending)
    {
        if (_prepared.TryGetValue((reading, appending), out var prepared))
        {
            return prepared;
        }

        var command = new NpgsqlCommand(null, _connection);
        prepared = (command, reading?.Declare(command.Parameters) ?? default, appending?.Declare(command.Parameters) ?? default);
        command.CommandText = Text(ScriptOf(reading), ScriptOf(appending), prepared.Append.First);
        command.Prepare();
        return _prepared[(reading, appending)] = prepared;
    }

    // One statement, not a batch of two: the driver writes the second statement of a batch on the thread pool, to prevent a
    // deadlock while both sides send. Each round trip then wakes pool threads, which spin for longer than they write.
    private string Text(string? reading, string? appending, int before) => (reading, appending) switch
    {
        (not null, not null) => database.Scripts.Get("307_dcb_read_and_append")
            .Replace("{reading}", reading, StringComparison.Ordinal)
            .Replace("{appending}", Parameter.Replace(appending, p => Number(p, before)), StringComparison.Ordinal),
        _ => reading ?? appending!,
    };

    private string? ScriptOf<T>(DcbStatement<T>? statement) => statement is null ? null : database.Scripts.Get(statement.Script);

    private static string Number(Match parameter, int before) =>
        "$" + (int.Parse(parameter.ValueSpan[1..], CultureInfo.InvariantCulture) + before).ToString(CultureInfo.InvariantCulture);

    [GeneratedRegex("[$][0-9]+")]
    private static partial Regex Parameter { get; }

    private void Answer(DcbRound round, long?[] decided)
    {
        for (var i = 0; i < decided.Length; i++)
        {
            if (decided[i] != Undecided)
            {
                round.Appends[i].Result = new DcbAppendResult(decided[i]);
                Head = Math.Max(Head, decided[i] ?? 0);
            }
        }
    }
}
