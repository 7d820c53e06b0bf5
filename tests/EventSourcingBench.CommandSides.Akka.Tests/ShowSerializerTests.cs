using Akka.Actor;

namespace EventSourcingBench.CommandSides.Akka.Tests;

public sealed class ShowSerializerTests : IDisposable
{
    private readonly ActorSystem _system = ActorSystem.Create("serializer");

    public void Dispose() => _system.Dispose();

    [Fact]
    public void Everything_that_is_sent_arrives_as_it_was()
    {
        var serializer = new ShowSerializer((ExtendedActorSystem)_system);
        ShowOrder order = new("s-1", new ShowCommand(Guid.NewGuid(), ShowCommandKind.Cancel, 10_000));
        serializer.FromBinary(serializer.ToBinary(order), serializer.Manifest(order)).ShouldBe(order);
        var answers = Enum.GetValues<ShowOutcome>().Select(o => new ShowAnswer(o));
        foreach (var answer in answers.Append(new ShowAnswer(ShowOutcome.Unknown, Error: "é")))
            serializer.FromBinary(serializer.ToBinary(answer), serializer.Manifest(answer)).ShouldBe(answer);

        var refused = new ShowAnswer(ShowOutcome.Refused, ReservationRefusal.SeatNotReserved, [1, 300, 10_000]);
        var read = (ShowAnswer)serializer.FromBinary(serializer.ToBinary(refused), serializer.Manifest(refused));
        (read.Outcome, read.Refusal).ShouldBe((ShowOutcome.Refused, ReservationRefusal.SeatNotReserved));
        read.Taken.ShouldBe([1, 300, 10_000]);
    }
}
