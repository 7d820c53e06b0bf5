using FsCheck;

namespace EventSourcingBench.LoadTests.Tests;

public sealed class SizeTextTests
{
    [Theory]
    [InlineData("1KB", 1_024L)]
    [InlineData("64kb", 65_536L)]
    [InlineData("1MB", 1_048_576L)]
    [InlineData("16GB", 17_179_869_184L)]
    [InlineData("64B", 64L)]
    [InlineData("", null)]
    [InlineData("KB", null)]
    [InlineData("64", null)]
    [InlineData("1.5MB", null)]
    [InlineData("-1KB", null)]
    [InlineData("1 KB", null)]
    [InlineData("1TB", null)]
    [InlineData("99999999999GB", null)]
    [InlineData("99999999999999999999B", null)]
    public void A_number_and_a_unit_is_a_size_and_anything_else_is_none(string text, long? bytes) => Parsed(text).ShouldBe(bytes);

    [Fact]
    public void What_is_written_is_read_again() => Prop.ForAll(
        Gen.Choose(0, int.MaxValue).Zip(Gen.Choose(0, 20), (n, shift) => (long)n << shift).ToArbitrary(),
        bytes => Parsed(SizeText.Of(bytes)) == bytes).QuickCheckThrowOnFailure();

    private static long? Parsed(string text) => SizeText.TryParse(text, out var bytes) ? bytes : null;
}
