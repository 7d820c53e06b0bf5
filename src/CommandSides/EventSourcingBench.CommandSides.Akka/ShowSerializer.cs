using Akka.Serialization;

namespace EventSourcingBench.CommandSides.Akka;

/// <summary>A compact format for messages between nodes, so that the measurement does not include Akka's JSON. All nodes have the same
/// version, so the format needs no compatibility.</summary>
internal sealed class ShowSerializer(ExtendedActorSystem system) : SerializerWithStringManifest(system)
{
    private const string Order = "o";
    private const string Answer = "a";

    public override int Identifier => 7301;

    public override string Manifest(object o) => o switch
    {
        ShowOrder => Order,
        ShowAnswer => Answer,
        _ => throw new ArgumentException($"{o?.GetType().Name} is not a message between nodes.", nameof(o)),
    };

    public override byte[] ToBinary(object obj)
    {
        var bytes = new MemoryStream();
        using var writer = new BinaryWriter(bytes, Encoding.UTF8);
        if (obj is ShowOrder order)
        {
            writer.Write(order.Show);
            writer.Write(order.Command.Id.ToByteArray());
            writer.Write((byte)order.Command.Kind);
            writer.Write(order.Command.Number);
        }
        else
        {
            var answer = (ShowAnswer)obj;
            writer.Write((byte)answer.Outcome);
            writer.Write((byte)answer.Refusal.GetValueOrDefault());
            writer.Write(answer.Error ?? "");
            writer.Write(answer.Taken?.Count ?? -1);
            foreach (var seat in answer.Taken ?? [])
                writer.Write(seat);
        }

        writer.Flush();
        return bytes.ToArray();
    }

    public override object FromBinary(byte[] bytes, string manifest)
    {
        using var reader = new BinaryReader(new MemoryStream(bytes), Encoding.UTF8);
        return manifest switch
        {
            Order => new ShowOrder(
                reader.ReadString(),
                new ShowCommand(new Guid(reader.ReadBytes(16)), (ShowCommandKind)reader.ReadByte(), reader.ReadInt32())),
            Answer => ReadAnswer(reader),
            _ => throw new ArgumentException($"'{manifest}' is not a message between nodes.", nameof(manifest)),
        };
    }

    private static ShowAnswer ReadAnswer(BinaryReader reader)
    {
        var (outcome, refusal) = ((ShowOutcome)reader.ReadByte(), reader.ReadByte());
        var error = reader.ReadString();
        var count = reader.ReadInt32();
        var taken = count < 0 ? null : Enumerable.Range(0, count).Select(_ => reader.ReadInt32()).ToList();
        return new ShowAnswer(outcome, refusal == 0 ? null : (ReservationRefusal)refusal, taken, error.Length == 0 ? null : error);
    }
}
