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
            var request = new ReadRequest { Query = WireEvents.ToWire(new DcbQuery([new DcbQueryItem([], [_tag])])) };
            using var found = client.Read(request, deadline: deadline, cancellationToken: cancellationToken);
            while (await found.ResponseStream.MoveNext(cancellationToken))
            {
                if (found.ResponseStream.Current.Events is [var first, ..])
                    return first.Position;
            }

            var marker = new DcbEvent(new EventData(Guid.CreateVersion7(), "NamespaceOpened", "{}"u8.ToArray()), [_tag]);
            var append = WireEvents.ToWire([marker], condition: null, new LogWindow(0));
            return (await client.AppendAsync(append, deadline: deadline, cancellationToken: cancellationToken)).Position;
        }
        catch (RpcException e)
        {
            cancellationToken.ThrowIfCancellationRequested();
            throw UmaDbErrors.Reading(e, server.Address);
        }
    }
}
