using System.Runtime.CompilerServices;
using System.Text.Json;
using EventSourcingBench.Api;

namespace EventSourcingBench.LoadTests;

/// <summary>Reads a store back through the API.</summary>
internal sealed class ApiReadBack(ApiControl api) : IReadBack
{
    private const int PageSize = 10_000;
    private const string Currencies = "currency-";

    public async IAsyncEnumerable<StreamEvent> ReadStreamAsync(string stream, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var symbol = stream[Currencies.Length..];
        for (long? from = 1; from is not null;)
        {
            var page = await api.GetAsync($"currencies/{symbol}/bars?from={from}&count={PageSize}", ApiJson.Default.BarsPage, cancellationToken);
            foreach (var item in page.Items)
            {
                yield return new StreamEvent(item.EventId, item.Version);
            }

            from = page.Next;
        }
    }

    public async IAsyncEnumerable<DeliveredEvent> ReadAllAsync([EnumeratorCancellation] CancellationToken cancellationToken)
    {
        EventsPage page;
        var checkpoint = "";
        do
        {
            page = await api.GetAsync($"events?count={PageSize}&after={Uri.EscapeDataString(checkpoint)}", ApiJson.Default.EventsPage, cancellationToken);
            foreach (var delivered in page.Events)
            {
                yield return new DeliveredEvent(delivered.EventId, delivered.Stream, delivered.Version);
            }

            checkpoint = page.Checkpoint;
        }
        while (!page.CaughtUp);
    }

    public async IAsyncEnumerable<ReadBackRow> ReadModelRowsAsync([EnumeratorCancellation] CancellationToken cancellationToken)
    {
        using var response = await api.GetResponseAsync("read-model/bars", cancellationToken);
        await using var body = await response.Content.ReadAsStreamAsync(cancellationToken);
        await foreach (var row in JsonSerializer.DeserializeAsyncEnumerable(body, ApiJson.Default.BarRow, cancellationToken))
        {
            if (row is not null)
            {
                yield return new ReadBackRow(row.EventId, row.Group, row.Amount);
            }
        }
    }

    public async Task<IReadOnlyDictionary<string, GroupTotal>> ReadTotalsAsync(IReadOnlyCollection<string> groups, CancellationToken cancellationToken)
    {
        var totals = new Dictionary<string, GroupTotal>(StringComparer.Ordinal);
        foreach (var group in groups)
        {
            if (await api.FindAsync($"currencies/{group}", ApiJson.Default.CurrencySummary, cancellationToken) is { } summary)
            {
                totals.Add(group, new GroupTotal(summary.Bars, summary.TickVolume));
            }
        }

        return totals;
    }
}
