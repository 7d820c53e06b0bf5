using Microsoft.AspNetCore.Components;
using Microsoft.AspNetCore.Components.Web;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace EventSourcingBench.Reporting.Html;

internal static class HtmlReport
{
    public static async Task<string> RenderAsync(ReportModel model)
    {
        await using var services = new ServiceCollection().AddLogging().BuildServiceProvider();
        await using var renderer = new HtmlRenderer(services, services.GetRequiredService<ILoggerFactory>());
        var parameters = ParameterView.FromDictionary(new Dictionary<string, object?> { [nameof(ReportPage.Model)] = model });
        return await renderer.Dispatcher.InvokeAsync(
            async () => (await renderer.RenderComponentAsync<ReportPage>(parameters)).ToHtmlString());
    }
}

/// <summary>A part of the page.</summary>
/// <typeparam name="T">What it shows.</typeparam>
public abstract class View<T> : ComponentBase
{
    /// <summary>What it shows.</summary>
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
}
