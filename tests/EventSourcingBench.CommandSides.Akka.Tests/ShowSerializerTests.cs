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
