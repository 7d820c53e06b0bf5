using System.Text.Json;
using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Api;

/// <summary>Answers with all rows of a read model, as they are read.</summary>
internal static class ReadModelRows
{
    public static async Task<bool> WriteAsync(HttpContext context, IReadModel model)
    {
        context.Response.ContentType = "application/json; charset=utf-8";
        await JsonSerializer.SerializeAsync(
            context.Response.Body,
            model.ReadAllAsync(context.RequestAborted).Select(ReadModelKey.Of),
            ApiJson.Default.IAsyncEnumerableReadModelKey,
            context.RequestAborted);
        return true;
    }
}
