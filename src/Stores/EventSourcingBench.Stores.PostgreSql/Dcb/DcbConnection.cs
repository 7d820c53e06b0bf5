namespace EventSourcingBench.Stores.PostgreSql.Dcb;

internal sealed partial class DcbConnection(PostgresDatabase database, DcbDialect dialect) : LaneConnection(database)
{
    /// <summary>The result of <see cref="Find"/> for event ids that exist from another append.</summary>
    public const long OfAnother = 0;

    private const long Undecided = 0;

    /// <summary>A position that the store has certainly reached.</summary>
    public long Head { get; private set; }

    /// <summary>Reads, appends, or both in one round trip, and returns each read when its rows have arrived. The connection is busy until
    /// the end, when the appends have their results. An append that blocks another one may leave it undecided.</summary>
    /// <exception cref="StoreUnavailableException">During the enumeration: nothing was appended.</exception>
    /// <exception cref="OutcomeUnknownException">During the enumeration: the connection broke while there were appends.</exception>
    /// <exception cref="PostgresException">The id of an event already exists in the store; nothing was appended.</exception>
    public IEnumerable<PendingRead> Run(IReadOnlyList<PendingRead> reads, DcbRound? round = null)
    {
        var (hasReads, hasAppends) = (reads.Count > 0, round is not null);
        var command = Talk(() => Prepare(reads, round));
        Mark(RequestPart.Store);
        using var rows = Talk(() => command.ExecuteReader(), writes: hasAppends);
        long?[] decided = [];
        var (last, head, events) = (0, 0L, new List<DcbRecordedEvent>());
        Func<bool> next = rows.Read;
        while (Talk(next, writes: hasAppends))
        {
            // The decisions on appends are in the last column, in a row without a number if there are also reads.
            if (hasAppends && (!hasReads || rows.IsDBNull(0)))
            {
                decided = rows.GetFieldValue<long?[]>(rows.FieldCount - 1);
                continue;
            }

            var number = rows.GetInt32(0);
            if (number < last)
                throw new InvalidOperationException("The rows of a read arrived out of order.");

            if (number > last && last > 0)
            {
                yield return Answered(reads[last - 1], events, head);
                events = [];
            }

            (last, head) = (number, rows.GetInt64(DcbRow.Head));
            if (DcbRow.Event(rows) is { } recorded)
                events.Add(recorded);
        }

        if (last > 0)
            yield return Answered(reads[last - 1], events, head);

        // The commit follows the rows: only the end of the answer acknowledges it.
        Talk(rows.NextResult, writes: hasAppends);
        round?.Appends.ForEach(a => a.Times?.Enter(RequestPart.Adapter));
        for (var i = 0; i < decided.Length; i++)
        {
            if (decided[i] != Undecided)
            {
                round!.Appends[i].Result = new DcbAppendResult(decided[i]);
                Head = Math.Max(Head, decided[i] ?? 0);
            }
        }
    }

    /// <summary>The position of the last of these events if they are one append; null if none of them exists; <see cref="OfAnother"/> if
    /// only some exist, or all from several appends.</summary>
    public long? Find(Guid[] eventIds) =>
        Talk(() => Prepared("313_dcb_find", parameters => parameters.Then(eventIds)).ExecuteScalar() as long?);

    public override void Close()
    {
        Head = 0;
        base.Close();
    }

    protected override bool IsAnswer(PostgresException e) => PostgresErrors.IsKnownEvent(e);

    private PendingRead Answered(PendingRead read, List<DcbRecordedEvent> events, long head)
    {
        read.Times?.Enter(RequestPart.Adapter);
        read.Result = new DcbReadResult(events, head);
        Head = Math.Max(Head, head);
        return read;
    }

    // One statement, not a batch of two: the driver writes the second statement of a batch on the thread pool, to prevent a
    // deadlock while both sides send. Each round trip then wakes pool threads, which spin for longer than they write.
    private NpgsqlCommand Prepare(IReadOnlyList<PendingRead> reads, DcbRound? round)
    {
        var reading = reads.Count > 0 ? dialect.Reading(reads) : null;
        var appending = round is null ? null : dialect.Appending(round);
        return Prepared(
            reading?.Script + appending?.Script,
            parameters =>
            {
                parameters = reading?.Fill(parameters, reads) ?? parameters;
                return appending?.Fill(parameters, round!) ?? parameters;
            },
            reading is null || appending is null ? null : () => Text(Scripts.Get(reading.Script), Scripts.Get(appending.Script)));
    }

    // The parameters of the appends follow those of the reads.
    private string Text(string reading, string appending)
    {
        var before = Parameter.Matches(reading).Max(Number);
        return Scripts.Get("307_dcb_read_and_append")
            .Replace("{reading}", reading, StringComparison.Ordinal)
            .Replace("{appending}", Parameter.Replace(appending, p => $"${Number(p) + before}"), StringComparison.Ordinal);
    }

    private static int Number(Match parameter) => int.Parse(parameter.ValueSpan[1..], CultureInfo.InvariantCulture);

    [GeneratedRegex("[$][0-9]+")]
    private static partial Regex Parameter { get; }
}

/// <summary>The rows of a read: number of the query, head, event. Every query has at least one.</summary>
internal static class DcbRow
{
    public const int Head = 1;

    public static DcbRecordedEvent? Event(NpgsqlDataReader row) => row.IsDBNull(2) ? null
        : new DcbRecordedEvent(
            row.GetInt64(2),
            new EventData(row.GetGuid(3), row.GetString(4), row.GetFieldValue<byte[]>(6))
            {
                Metadata = row.IsDBNull(7) ? default(ReadOnlyMemory<byte>) : row.GetFieldValue<byte[]>(7),
            },
            row.GetFieldValue<string[]>(5));
}
