using Akka.Actor;

namespace EventSourcingBench.CommandSides.Akka.Tests;

public sealed class ShowSerializerTests
{
    [Fact]
    public void Everything_that_is_sent_arrives_as_it_was()
    {
        using var system = ActorSystem.Create("serializer");
        var serializer = new ShowSerializer((ExtendedActorSystem)system);
        var order = new ShowOrder("s-1", new ShowCommand(Guid.NewGuid(), ShowCommandKind.Cancel, 10_000));
        Sent(order).ShouldBe(order);
        foreach (var answer in Enum.GetValues<ShowOutcome>().Select(o => new ShowAnswer(o, Error: o == ShowOutcome.Unknown ? "é" : null)))
            Sent(answer).ShouldBe(answer);

        var refused = new ShowAnswer(ShowOutcome.Refused, ReservationRefusal.SeatNotReserved, [1, 300, 10_000]);
        Sent(refused).Taken.ShouldBe(refused.Taken);
        (Sent(refused) with { Taken = refused.Taken }).ShouldBe(refused);

        T Sent<T>(T message)
            where T : class => (T)serializer.FromBinary(serializer.ToBinary(message), serializer.Manifest(message));
    }
}
