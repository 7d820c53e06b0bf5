using System.Buffers.Binary;

namespace EventSourcingBench.Measurement.Tests;

public sealed class EventIdsTests
{
    private static readonly DateTimeOffset Moment = new(2026, 11, 21, 17, 40, 0, TimeSpan.Zero);

    [Fact]
    public void Numbers_and_ids_follow_from_each_other_and_from_the_first_id_alone_and_ids_rise() => ForIds((ids, number) =>
    {
        var id = ids.Of(number);
        (ids.NumberOf(id), id.Version, id.Variant & 0b1100).ShouldBe((number, 7, 0b1000));
        Integer(id).ShouldBe(Integer(ids.First) + (UInt128)number);

        // Another process that has the first id has them all.
        new EventIds(ids.First).Of(number).ShouldBe(id);
        new EventIds(ids.First).NumberOf(id).ShouldBe(number);
    });

    [Fact]
    public void Ids_of_another_trial_or_of_anybody_else_have_no_number() => ForIds((ids, number) =>
    {
        new EventIds(Moment, 0xABCD_0000_0000_0000).NumberOf(new EventIds(Moment, 0xABCE_0000_0000_0000).Of(number)).ShouldBe(-1);
        ids.NumberOf(Guid.CreateVersion7()).ShouldBe(-1);
        ids.NumberOf(Guid.Empty).ShouldBe(-1);
    });

    private static UInt128 Integer(Guid id) => BinaryPrimitives.ReadUInt128BigEndian(id.ToByteArray(bigEndian: true));

    private static void ForIds(Action<EventIds, long> holds) => Prop.ForAll(
        ArbMap.Default.ArbFor<ulong>(),
        ArbMap.Default.ArbFor<long>(),
        (key, bits) =>
        {
            holds(new EventIds(Moment, key), bits & ((EventIds.MaxCount - 1) >> 1));
            return true;
        }).QuickCheckThrowOnFailure();
}
