namespace EventSourcingBench.LoadTests.Targets;

/// <summary>Streams of a store, loaded and appended to as an application does.</summary>
internal interface IStreamTarget
{
    /// <summary>Sends one request. Never throws for a store's error.</summary>
    /// <param name="request">The request.</param>
    /// <param name="timeout">After this the outcome is <see cref="Outcome.Timeout"/>.</param>
    ValueTask<StreamReply> SendAsync(StreamRequest request, TimeSpan timeout);
}
