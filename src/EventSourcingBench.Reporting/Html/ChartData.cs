using System.Text.Json.Serialization;

namespace EventSourcingBench.Reporting.Html;

/// <summary>The charts' numbers as the page's script reads them.</summary>
internal static class ChartData
{
    // The default encoder writes < and > as \u003C and \u003E, so that no text of a store can end the script element.
    private static readonly JsonSerializerOptions Options = new(JsonSerializerDefaults.Web)
    {
        DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    };

    public static string Serialize(ReportModel model) => JsonSerializer.Serialize(
        model.Charts.ToDictionary(
            c => c.Id,
            c => new { Kind = c.Kind.ToString(), c.XName, c.Categories, c.Rows, c.RowName, c.Step, c.Logarithmic, c.Views },
            StringComparer.Ordinal),
        Options);
}
