using System.Threading.Channels;

namespace EventSourcingBench.Stores.EventStoreDb.Tests;

/// <summary>Batches of the messages of a subscription.</summary>
public sealed class BatchTests
{
    private readonly Channel<Client.StreamMessage?> _messages = Channel.CreateUnbounded<Client.StreamMessage?>();
    private readonly LogBatches _batches;
    private ulong _position;

    public BatchTests() => _batches = new LogBatches(_messages.Reader, new LogNamespace("run", 0, IsNew: true), 2, Checkpoint.Start);

    [Fact]
    public void It_is_caught_up_after_a_full_batch_behind_which_a_checkpoint_waits()
    {
        Arrive(Event(), new Client.StreamMessage.CaughtUp(), Event(), new Client.StreamMessage.AllStreamCheckpointReached(Position()));
        Take().ShouldBe((2, false));
        Take().ShouldBe((0, true));
        Arrive(new Client.StreamMessage.AllStreamCheckpointReached(Position()));
        _batches.Take().ShouldBeNull("it was reported already");
        Arrive(Event());
        Take().ShouldBe((1, true));
    }

    [Fact]
    public void It_is_reported_again_after_the_subscription_fell_behind()
    {
        Arrive(new Client.StreamMessage.CaughtUp());
        Take().ShouldBe((0, true));
        Arrive(LogBatches.FellBehind, Event());
        Take().ShouldBe((1, false));
        Arrive(new Client.StreamMessage.CaughtUp());
        Take().ShouldBe((0, true));
    }

    private void Arrive(params Client.StreamMessage?[] messages) =>
        Array.ForEach(messages, m => _messages.Writer.TryWrite(m).ShouldBeTrue());

    private (int Events, bool CaughtUp) Take()
    {
        var batch = _batches.Take().ShouldNotBeNull();
        return (batch.Events.Count, batch.CaughtUp);
    }

    private Client.Position Position() => new(++_position, _position);

    private Client.StreamMessage.Event Event()
    {
        var metadata = new Dictionary<string, string>(StringComparer.Ordinal)
        {
            ["type"] = "A",
            ["created"] = "0",
            ["content-type"] = "application/json",
        };
        var record = new Client.EventRecord(
            "run.0/s", Client.Uuid.NewUuid(), Client.StreamPosition.Start, Position(), metadata, "{}"u8.ToArray(), default);
        return new Client.StreamMessage.Event(new Client.ResolvedEvent(record, link: null, record.Position.CommitPosition));
    }
}
