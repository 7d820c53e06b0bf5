using EventSourcingBench.Abstractions;
using EventSourcingBench.Stores.Shared;

namespace EventSourcingBench.Stores.Sqlite;

/// <summary>
/// Inserts many rows by each run of one statement. What a place of the statement is bound to stays there, so that names
/// that repeat are bound once.
/// </summary>
internal sealed class BulkRows
{
    /// <summary>Rows of a statement. More gain nothing.</summary>
    public const int Most = 64;

    private const int Columns = 6;

    private static readonly string Many = Sql.Load("013_append_events").Replace(
        "{rows}", string.Join(", ", Enumerable.Repeat("(?1, ?, ?, ?, ?, ?, ?)", Most)), StringComparison.Ordinal);

    private readonly SqliteStatement _many;
    private readonly string?[] _streams = new string?[Most];
    private readonly string?[] _types = new string?[Most];
    private readonly bool?[] _hasMetadata = new bool?[Most];
    private int _row;

    public BulkRows(SqliteConnection connection, DateTimeOffset now) => _many = connection.Statement(Many).Bind(1, now.UtcTicks);

    /// <summary>Takes a row, and inserts <see cref="Most"/> when so many have come.</summary>
    /// <exception cref="SqliteException">Among others: an id is there already.</exception>
    public void Add(StreamId stream, long version, EventData data)
    {
        var first = 2 + (_row * Columns);
        BindText(first, _streams, stream.Value);
        _many.Bind(first + 1, version).Bind(first + 2, data.Id);
        BindText(first + 3, _types, data.Type);
        _many.Bind(first + 4, data.Data.Span);
        if (!data.Metadata.IsEmpty)
        {
            _many.Bind(first + 5, data.Metadata.Span);
            _hasMetadata[_row] = true;
        }
        else if (_hasMetadata[_row] != false)
        {
            _many.BindNull(first + 5);
            _hasMetadata[_row] = false;
        }

        if (++_row == Most)
        {
            _row = 0;
            _many.Run();
        }
    }

    private void BindText(int parameter, string?[] bound, string text)
    {
        if (!string.Equals(bound[_row], text, StringComparison.Ordinal))
        {
            _many.Bind(parameter, text);
            bound[_row] = text;
        }
    }
}
