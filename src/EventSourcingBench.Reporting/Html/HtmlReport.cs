using Microsoft.AspNetCore.Components;
using Microsoft.AspNetCore.Components.Web;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace EventSourcingBench.Reporting.Html;

/// <summary>Renders the page from its components.</summary>
internal static class HtmlReport
{
    public static async Task<string> RenderAsync(ReportModel model)
    {
        await using var services = new ServiceCollection().AddLogging().BuildServiceProvider();
        await using var renderer = new HtmlRenderer(services, services.GetRequiredService<ILoggerFactory>());
        return await renderer.Dispatcher.InvokeAsync(async () =>
        {
            var parameters = ParameterView.FromDictionary(new Dictionary<string, object?>(StringComparer.Ordinal)
            {
                [nameof(ReportPage.Model)] = model,
            });
            var page = await renderer.RenderComponentAsync<ReportPage>(parameters);
            return page.ToHtmlString();
        });
    }
}
