namespace EventSourcingBench.Checking.Tests;

/// <summary>Read models that run beside the first one are checked like it.</summary>
public sealed class OtherReadModelTests
{
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_row_that_is_missing_in_another_read_model_is_found(bool isMissing)
    {
        var (world, other) = (new World(seed: 3), new World(seed: 3));
        if (isMissing)
            other.Rows.RemoveAt(0);

        var verdict = await Verifier.VerifyAsync(world.ToPlan() with { OtherReadModels = [other] });

        verdict[FindingKind.RowMissing].ShouldBe(isMissing ? 1 : 0, verdict.Text);
        verdict.Passed.ShouldBe(!isMissing);
    }
}
