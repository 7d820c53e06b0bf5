using System.Text.RegularExpressions;
using Npgsql;

namespace EventSourcingBench.Stores.PostgreSql.Dcb;

internal sealed partial class DcbConnection(PostgresDatabase database, DcbDialect dialect) : LaneConnection(database)
{
    /// <summary>The result of <see cref="Find"/> for event ids that exist from another append.</summary>
    public const long OfAnother = 0;

    private const long Undecided = 0;

    private readonly Dictionary<(object? Reading, object? Appending), NpgsqlCommand> _prepared = [];

    /// <summary>A position that the store has certainly reached.</summary>
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
            results.Add(found);

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
    public long? Find(Guid[] eventIds) => Talk(connection =>
    {
        using var command = new NpgsqlCommand(Database.Scripts.Get("313_dcb_find"), connection);
        new TypedParameters(command.Parameters).Then(eventIds);
        return command.ExecuteScalar() as long?;
    });

    public override void Close()
    {
        Head = 0;
        _prepared.Clear();
        base.Close();
    }

    protected override bool IsAnswer(PostgresException e) => PostgresErrors.IsKnownEvent(e);

    private DcbReply Ask(IReadOnlyList<PendingRead> reads, DcbRound? round)
    {
        var command = Talk(connection => Prepare(connection, reads, round));
        return Talk(
            _ => new DcbReply(command.ExecuteReader(), hasReads: reads.Count > 0, hasAppends: round is not null),
            writes: round is not null);
    }

    private (int Query, DcbReadResult Result)? Next(DcbReply reply, DcbRound? round) => Talk(_ => reply.Next(), writes: round is not null);

    // There are few kinds of statements, and a command has one or two of them.
    private NpgsqlCommand Prepare(NpgsqlConnection connection, IReadOnlyList<PendingRead> reads, DcbRound? round)
    {
        var reading = reads.Count > 0 ? dialect.Reading(reads) : null;
        var appending = round is not null ? dialect.Appending(round) : null;
        var isPrepared = _prepared.TryGetValue((reading, appending), out var command);
        command ??= new NpgsqlCommand(null, connection);
        var parameters = new TypedParameters(command.Parameters);
        parameters = reading?.Fill(parameters, reads) ?? parameters;
        appending?.Fill(parameters, round!);
        if (!isPrepared)
        {
            command.CommandText = Text(ScriptOf(reading), ScriptOf(appending), before: parameters.Next);
            command.Prepare();
            _prepared[(reading, appending)] = command;
        }

        return command;
    }

    // One statement, not a batch of two: the driver writes the second statement of a batch on the thread pool, to prevent a
    // deadlock while both sides send. Each round trip then wakes pool threads, which spin for longer than they write.
    private string Text(string? reading, string? appending, int before) => (reading, appending) switch
    {
        (not null, not null) => Database.Scripts.Get("307_dcb_read_and_append")
            .Replace("{reading}", reading, StringComparison.Ordinal)
            .Replace("{appending}", Parameter.Replace(appending, p => Number(p, before)), StringComparison.Ordinal),
        _ => reading ?? appending!,
    };

    private string? ScriptOf<T>(DcbStatement<T>? statement) => statement is null ? null : Database.Scripts.Get(statement.Script);

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
