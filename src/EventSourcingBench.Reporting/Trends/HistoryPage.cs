using static System.Net.WebUtility;

namespace EventSourcingBench.Reporting.Trends;

/// <summary>Draws histories in HTML, with nothing to load.</summary>
public static class HistoryPage
{
    private const double Width = 760;
    private const double Height = 180;
    private const double Edge = 24;
    private static readonly CultureInfo Culture = CultureInfo.InvariantCulture;

    private const string PageStyle =
        ":root{color-scheme:light dark}body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}";

    public static string Page(IReadOnlyList<HistorySeries> series) => $"""
        <!DOCTYPE html>
        <html lang="en"><head><meta charset="utf-8"><title>History</title><style>{PageStyle}</style></head>
        <body><h1>History</h1>{Section(series)}</body></html>
        """;

    /// <summary>A section for each series, with the styles: to embed.</summary>
    public static string Section(IEnumerable<HistorySeries> series) =>
        $"""<style>{PageAssets.Read("history.css")}</style><div class="history">{string.Concat(series.Select(Section))}</div>""";

    private static string Section(HistorySeries series) => $"""
        <section><h3>{HtmlEncode(series.Title)}</h3>
        {string.Concat(new[] { series.TooShort }.OfType<string>().Concat(series.Apart).Select(t => $"<p>{HtmlEncode(t)}</p>"))}
        {Drawing(series)}
        <details><summary>Values</summary><table><tr><th>Date</th><th>Run</th><th>Product</th><th>Store</th>
        <th>{HtmlEncode(series.Unit)}</th><th>Change</th></tr>
        {string.Concat(series.Points.Select((point, i) => Row(point, series.ChangeAt(i))))}</table></details></section>

        """;

    private static string Row(HistoryPoint point, HistoryChange? change)
    {
        var texts = new[]
        {
            Format.Time(point.At), point.Run, point.Product, point.StoreVersion, Format.WithInterval(point.Value),
            change is null ? string.Empty : string.Join("; ", change.Differs.Prepend(change.Text)),
        };
        return $"<tr>{string.Concat(texts.Select(t => $"<td>{HtmlEncode(t)}</td>"))}</tr>";
    }

    private static string Drawing(HistorySeries series)
    {
        var (least, most) = (series.Points.Min(p => p.Value.Low ?? p.Value.Median), series.Points.Max(p => p.Value.High ?? p.Value.Median));
        var drawing = new StringBuilder();
        drawing.Append(Culture, $"""<svg viewBox="0 0 {Width} {Height}" role="img" aria-label="{HtmlEncode(series.Title)}">""")
            .Append(Culture, $"""<text x="0" y="12">{Format.Number(most)}</text>""")
            .Append(Culture, $"""<text x="0" y="{Height - 4}">{Format.Number(least)}</text><polyline class="line" points='""")
            .AppendJoin(' ', series.Points.Select((p, i) => string.Create(Culture, $"{X(i):0.#},{Y(p.Value.Median):0.#}"))).Append("'/>");
        foreach (var (i, point) in series.Points.Index())
        {
            var (x, value, shown) = (X(i), point.Value, Format.WithInterval(point.Value));
            var (low, high) = (Y(value.Low ?? value.Median), Y(value.High ?? value.Median));
            var text = $"{Format.Time(point.At)}, {point.Run}: {shown} {series.Unit}, {point.Product}, {point.StoreVersion}";
            drawing.Append(Culture, $"""<path d="M{x:0.#} {low:0.#}V{high:0.#}"/>""")
                .Append(Culture, $"""<circle cx="{x:0.#}" cy="{Y(value.Median):0.#}" r="4"><title>{HtmlEncode(text)}</title></circle>""");
        }

        foreach (var (i, change) in series.Changes.Index())
        {
            // Texts of neighbours stand on two lines.
            var (x, y, name) = (X(change.Index - 0.5), 12 + (12 * (i % 2)), change.IsBetter ? "better" : "worse");
            drawing.Append(Culture, $"""<g class="{name}"><path class="change" d="M{x:0.#} {y + 4}V{Height}"/>""")
                .Append(Culture, $"""<text x="{x:0.#}" y="{y}" text-anchor="middle">{HtmlEncode(change.Text)}</text></g>""");
        }

        return drawing.Append("</svg>").ToString();

        double X(double index) => (2 * Edge) + (index * (Width - (3 * Edge)) / Math.Max(1, series.Points.Count - 1));

        double Y(double value) => most == least ? Height / 2 : Edge + ((most - value) / (most - least) * (Height - (2 * Edge)));
    }
}
