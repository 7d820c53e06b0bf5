using Apache.Arrow;
using Apache.Arrow.Types;

namespace EventSourcingBench.LoadTests.Histories;

internal sealed record ArrowColumn<TRow>(Field Field, Func<IReadOnlyList<TRow>, IArrowArray> Build)
{
    public static ArrowColumn<TRow> Of<T>(string name, IArrowType type, Func<TRow, T> value, bool isNullable = false)
        where T : unmanaged, INumber<T> =>
        new(new Field(name, type, isNullable), rows => ArrowArrayFactory.BuildArray(Values(rows, type, value, isNullable)));

    /// <summary>Names out of a list, which the file has once.</summary>
    public static ArrowColumn<TRow> Of(string name, IEnumerable<string> names, Func<TRow, int> index)
    {
        var type = new DictionaryType(Int32Type.Default, StringType.Default, ordered: false);
        var dictionary = new StringArray.Builder().AppendRange(names).Build();
        return new(
            new Field(name, type, nullable: true),
            rows => new DictionaryArray(type, new Int32Array(Values(rows, Int32Type.Default, index, isNullable: true)), dictionary));
    }

    private static ArrayData Values<T>(IReadOnlyList<TRow> rows, IArrowType type, Func<TRow, T> value, bool isNullable)
        where T : unmanaged, INumber<T>
    {
        var values = new T[rows.Count];
        var valid = new byte[(rows.Count + 7) / 8];
        var nulls = 0;
        for (var i = 0; i < values.Length; i++)
        {
            values[i] = value(rows[i]);
            if (isNullable && T.IsNegative(values[i]))
                nulls++;
            else
                valid[i / 8] |= (byte)(1 << (i % 8));
        }

        return new ArrayData(
            type, values.Length, nulls, offset: 0,
            [nulls == 0 ? ArrowBuffer.Empty : new ArrowBuffer(valid), new ArrowBuffer(MemoryMarshal.AsBytes<T>(values).ToArray())]);
    }
}
