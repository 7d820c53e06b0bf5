using System.Data;

namespace EventSourcingBench.Stores.PostgreSql.Lanes;

/// <summary>A connection whose calls block their thread, one at a time. It opens on first use and again after a failure.</summary>
internal abstract class LaneConnection(PostgresDatabase database)
{
    private readonly Dictionary<string, NpgsqlCommand> _prepared = new(StringComparer.Ordinal);
    private NpgsqlConnection? _connection;

    // What it is used for now.
    private IReadOnlyList<LaneWork> _batch = [];

    protected SqlScripts Scripts => database.Scripts;

    /// <summary>Open within a talk.</summary>
    protected NpgsqlConnection Connection => _connection!;

    /// <summary>Begins work, before anything that was learnt is looked at.</summary>
    public void Begin(IReadOnlyList<LaneWork> batch)
    {
        _batch = batch;
        CloseBroken();
    }

    /// <summary>Returns the connection and drops what was learnt: a server that lost commits (synchronous_commit=off) breaks it.</summary>
    public virtual void Close()
    {
        _prepared.Clear();
        Interlocked.Exchange(ref _connection, null)?.Dispose();
    }

    protected void Mark(RequestPart part)
    {
        foreach (var work in _batch)
            work.Times?.Enter(part);
    }

    /// <summary>Whether an error is an answer, and therefore not translated.</summary>
    protected virtual bool IsAnswer(PostgresException e) => false;

    /// <param name="writes">Whether the server may commit. Preparations come first and do not write.</param>
    /// <exception cref="StoreUnavailableException">Nothing was appended.</exception>
    /// <exception cref="OutcomeUnknownException">The connection broke while the server might commit.</exception>
    protected T Talk<T>(Func<T> talk, bool writes = false)
    {
        try
        {
            CloseBroken();
            _connection ??= database.Pool.OpenConnection();
            return talk();
        }
        catch (Exception e) when (PostgresErrors.IsDriverError(e) && !(e is PostgresException p && IsAnswer(p)))
        {
            // The driver also closes it at some errors of the server, such as those of a full disk.
            if (e is not PostgresException { InvariantSeverity: "ERROR" } || _connection?.State != ConnectionState.Open)
                Close();

            throw writes ? database.Errors.AfterSend(e) : database.Errors.Unavailable(e);
        }
    }

    // A keepalive may have broken it while it was idle.
    private void CloseBroken()
    {
        if (_connection is { State: not ConnectionState.Open })
            Close();
    }

    /// <summary>A statement with its parameters, prepared on first use. Only while the connection is open.</summary>
    /// <param name="script">The script, or any other name for the statement.</param>
    /// <param name="text">The statement, if it is not a script.</param>
    protected NpgsqlCommand Prepared(string script, Func<TypedParameters, TypedParameters> fill, Func<string>? text = null)
    {
        var isPrepared = _prepared.TryGetValue(script, out var command);
        command ??= new NpgsqlCommand(text?.Invoke() ?? Scripts.Get(script), _connection);
        fill(new TypedParameters(command.Parameters));
        if (!isPrepared)
        {
            command.Prepare();
            _prepared[script] = command;
        }

        return command;
    }
}
