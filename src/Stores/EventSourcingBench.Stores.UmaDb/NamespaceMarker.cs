namespace EventSourcingBench.Stores.UmaDb;

/// <summary>An event behind which the part of a namespace in the log starts: every process finds it.</summary>
internal sealed class NamespaceMarker(DCB.DCBClient client, UmaDbServer server, string name)
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(4);
    private readonly string _tag = $"eventsourcingbench:{name}";

    /// <summary>Its position in the log. It is appended at the first opening.</summary>
    /// <exception cref="StoreUnavailableException">The server did not answer in 4 s, or refused.</exception>
    public async Task<ulong> FindAsync(CancellationToken cancellationToken)
    {
        var deadline = TimeProvider.System.GetUtcNow().UtcDateTime + Limit;
        try
        {
            var query = new DcbQuery([new DcbQueryItem([], [_tag])]);
            var request = new ReadRequest { Query = WireEvents.ToWire(query) };
            using var found = client.Read(request, deadline: deadline, cancellationToken: cancellationToken);
            while (await found.ResponseStream.MoveNext(cancellationToken))
            {
                if (found.ResponseStream.Current.Events is [var first, ..])
                    return first.Position;
            }

            // Another process that opens it at the same time is refused: opening it again succeeds.
            var marker = new DcbEvent(new EventData(Guid.CreateVersion7(), "NamespaceOpened", "{}"u8.ToArray()), [_tag]);
            var append = WireEvents.ToWire([marker], new DcbAppendCondition(query, After: 0), new LogWindow(0));
            return (await client.AppendAsync(append, deadline: deadline, cancellationToken: cancellationToken)).Position;
        }
        catch (RpcException e)
        {
            cancellationToken.ThrowIfCancellationRequested();
            throw UmaDbErrors.Reading(e, server.Address);
        }
    }
}
