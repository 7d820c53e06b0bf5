using System.Text.Json.Serialization;
using Microsoft.AspNetCore.Components;
using Microsoft.AspNetCore.Components.Web;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace EventSourcingBench.Reporting.Html;

internal static partial class HtmlReport
{
    // The default encoder writes < and > as \u003C and \u003E, so that no text of a store can end the script element.
    private static readonly JsonSerializerOptions Json =
        new(JsonSerializerDefaults.Web) { DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull };

    public static Task<string> RenderAsync(ReportModel model) => RenderAsync<ReportPage, ReportModel>(model);

    public static async Task<string> RenderAsync<TPage, TModel>(TModel model)
        where TPage : View<TModel>
    {
        await using var services = new ServiceCollection().AddLogging().BuildServiceProvider();
        await using var renderer = new HtmlRenderer(services, services.GetRequiredService<ILoggerFactory>());
        var parameters = ParameterView.FromDictionary(new Dictionary<string, object?> { [nameof(View<>.Model)] = model });
        return await renderer.Dispatcher.InvokeAsync(async () => (await renderer.RenderComponentAsync<TPage>(parameters)).ToHtmlString());
    }

    /// <summary>A text that may have some marks. Other tags in it are shown: a results folder may come from anywhere.</summary>
    public static MarkupString Marked(string text) => new(Marks().Replace(
        text.Replace("&", "&amp;", StringComparison.Ordinal).Replace("<", "&lt;", StringComparison.Ordinal), "<${tag}>"));

    [GeneratedRegex("&lt;(?<tag>/?(i|sup|code))>", RegexOptions.ExplicitCapture)]
    private static partial Regex Marks();

    /// <summary>The charts' numbers as the page's script reads them.</summary>
    public static string DataOf(IEnumerable<ChartModel> charts) => JsonSerializer.Serialize(charts.ToDictionary(c => c.Id,
        c => new { Kind = c.Kind.ToString(), c.XName, c.Categories, c.Rows, c.RowName, c.Step, c.Logarithmic, c.Views }), Json);
}

public abstract class View<T> : ComponentBase
{
    [Parameter, EditorRequired]
    public T Model { get; set; } = default!;

    /// <summary>An element with a text; nothing where there is no text.</summary>
    private protected static RenderFragment Optional(string tag, string? text, string? style = null) => builder =>
    {
        if (string.IsNullOrEmpty(text))
            return;

        builder.OpenElement(0, tag);
        builder.AddAttribute(1, "class", style);
        builder.AddContent(2, text);
        builder.CloseElement();
    };

    private protected static RenderFragment Each<TItem>(IEnumerable<TItem> items, RenderFragment<TItem> piece) => builder =>
    {
        foreach (var item in items)
            builder.AddContent(0, piece, item);
    };

    /// <summary>A piece about something that may not be there.</summary>
    private protected static RenderFragment IfAny<TItem>(TItem? item, RenderFragment<TItem> piece)
        where TItem : class => Each(item is null ? [] : [item], piece);
}
