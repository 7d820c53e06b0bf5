namespace EventSourcingBench.LoadTests.Data;

/// <summary>Which field of a line holds what, in one of MetaTrader's two layouts.</summary>
internal sealed class BarLayout
{
    private const string MetaTrader5Header = "<DATE> <TIME> <OPEN> <HIGH> <LOW> <CLOSE> <TICKVOL> <VOL> <SPREAD>";
    private const string MetaTrader4Line = "yyyy.MM.dd,HH:mm,open,high,low,close,volume";
    private static readonly string[] HeaderNames = MetaTrader5Header.Split(' ');

    private readonly char _separator;
    private readonly int _fieldCount;

    private BarLayout(char separator, int fieldCount, bool hasHeader)
    {
        _separator = separator;
        _fieldCount = fieldCount;
        HasHeader = hasHeader;
    }

    /// <summary>True when the first line holds names and no bar.</summary>
    public bool HasHeader { get; }

    /// <summary>Tells the layout by the first line.</summary>
    public static BarLayout Of(string firstLine)
    {
        if (firstLine.StartsWith('<'))
        {
            return firstLine.Split('\t').SequenceEqual(HeaderNames, StringComparer.Ordinal)
                ? new BarLayout('\t', HeaderNames.Length, hasHeader: true)
                : throw new FormatException(
                    $"the header is '{BarFields.Shorten(firstLine)}'. MetaTrader 5 writes {MetaTrader5Header}, separated by tabs.");
        }

        return firstLine.Contains(',', StringComparison.Ordinal)
            ? new BarLayout(',', MetaTrader4Line.Split(',').Length, hasHeader: false)
            : throw new FormatException(
                $"'{BarFields.Shorten(firstLine)}' is neither MetaTrader 5's header ({MetaTrader5Header}, separated by tabs) "
                + $"nor a line of MetaTrader 4 ({MetaTrader4Line}).");
    }

    public Bar Parse(string line)
    {
        Span<Range> ranges = stackalloc Range[HeaderNames.Length + 1];
        var text = line.AsSpan();
        var count = text.Split(ranges, _separator);
        if (count != _fieldCount)
        {
            var (amount, separators) = (count > _fieldCount ? "more" : "fewer", _separator == '\t' ? "tabs" : "commas");
            throw new FormatException(FormattableString.Invariant(
                $"'{BarFields.Shorten(line)}' has {amount} than {_fieldCount} fields separated by {separators}."));
        }

        var bar = new Bar(
            BarFields.Time(text[ranges[0]], text[ranges[1]]),
            BarFields.Price("open", text[ranges[2]]),
            BarFields.Price("high", text[ranges[3]]),
            BarFields.Price("low", text[ranges[4]]),
            BarFields.Price("close", text[ranges[5]]),
            BarFields.Volume("tick volume", text[ranges[6]]),
            HasHeader ? BarFields.Volume("real volume", text[ranges[7]]) : 0);
        BarFields.RequireOrder(bar);
        return bar;
    }
}
