namespace EventSourcingBench.LoadTests.Tests;

public sealed class VerificationOptionTests
{
    [Theory]
    [InlineData("", 0.01)]
    [InlineData("--verify-reads 0", 0)]
    [InlineData("--verify-reads 1%", 0.01)]
    [InlineData("--verify-reads 0.5%", 0.005)]
    [InlineData("--verify-reads 0.05", 0.05)]
    [InlineData("--verify-reads 1", 1)]
    [InlineData("--verify-reads 100%", 1)]
    public void A_share_of_reads_is_a_percentage_or_a_fraction(string arguments, double share) =>
        TestTools.Settings("append", arguments).VerifyReads.ShouldBe(share, 1e-12);

    [Theory]
    [InlineData("--verify-reads 1.5")]
    [InlineData("--verify-reads 101%")]
    [InlineData("--verify-reads=-1%")]
    [InlineData("--verify-reads %")]
    [InlineData("--verify-reads 1%%")]
    [InlineData("--verify-reads NaN")]
    [InlineData("--verify-reads much")]
    public void Anything_else_is_refused_with_an_example(string arguments) =>
        TestTools.Parse("append", arguments).Errors.ShouldHaveSingleItem().Message.ShouldContain("such as 1% or 0.01");

    [Theory]
    [InlineData("append", "", false)]
    [InlineData("ingest", "", false)]
    [InlineData("append", "--verify-after-kill --keep-history", true)]
    [InlineData("ingest", "--verify-after-kill --keep-history", true)]
    public void Kills_and_files_are_wanted_where_they_are_asked_for(string suite, string arguments, bool isSo)
    {
        var settings = TestTools.Settings(suite, arguments);
        (settings.VerifyAfterKill, settings.KeepHistory, settings.VerifyReads, settings.Arguments).ShouldBe((isSo, isSo, 0.01, arguments));
    }

    [Fact]
    public void A_suite_that_reads_nothing_beside_its_load_has_no_share_of_reads() =>
        TestTools.Parse("ingest", "--verify-reads 1%").Errors.ShouldNotBeEmpty();
}
