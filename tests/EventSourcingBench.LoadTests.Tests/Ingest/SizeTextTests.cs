using FsCheck;

namespace EventSourcingBench.LoadTests.Tests;

public sealed class SizeTextTests
{
    [Theory]
    [InlineData("1KB", 1_024)]
    [InlineData("64kb", 65_536)]
    [InlineData("1MB", 1_048_576)]
    [InlineData("16GB", 17_179_869_184)]
    [InlineData("64B", 64)]
    public void A_number_and_a_unit_is_a_size(string text, long bytes)
    {
        SizeText.TryParse(text, out var parsed).ShouldBeTrue();
        parsed.ShouldBe(bytes);
    }

    [Theory]
    [InlineData("")]
    [InlineData("KB")]
    [InlineData("64")]
    [InlineData("1.5MB")]
    [InlineData("-1KB")]
    [InlineData("1 KB")]
    [InlineData("1TB")]
    [InlineData("99999999999GB")]
    [InlineData("99999999999999999999B")]
    public void Anything_else_is_none(string text) => SizeText.TryParse(text, out _).ShouldBeFalse();

    [Fact]
    public void What_is_written_is_read_again() => Prop.ForAll(
        Gen.Choose(0, int.MaxValue).Zip(Gen.Choose(0, 20)).ToArbitrary(),
        size =>
        {
            var bytes = (long)size.Item1 << size.Item2;
            SizeText.TryParse(SizeText.Of(bytes), out var parsed).ShouldBeTrue();
            parsed.ShouldBe(bytes);
            return true;
        }).QuickCheckThrowOnFailure();
}
