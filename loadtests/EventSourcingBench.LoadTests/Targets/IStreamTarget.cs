namespace EventSourcingBench.LoadTests.Targets;

/// <summary>Streams of a store, loaded and appended to as an application does.</summary>
internal interface IStreamTarget
{
    /// <summary>Sends one request. Never throws for a store's error.</summary>
    ValueTask<StreamReply> SendAsync(StreamRequest request, TimeSpan timeout);
}
