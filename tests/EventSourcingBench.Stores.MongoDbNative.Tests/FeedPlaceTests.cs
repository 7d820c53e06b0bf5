namespace EventSourcingBench.Stores.MongoDbNative.Tests;

public sealed class FeedPlaceTests
{
    [Theory]
    [InlineData(1, null)]
    [InlineData(42, "8264A1B2C3")]
    [InlineData(long.MaxValue, "8264A1B2C3000000012B022C0100296E5A1004")]
    public void A_checkpoint_is_read_as_it_was_written(long position, string? token)
    {
        var place = new FeedPlace(position, token is null ? null : new BsonDocument("_data", token));
        FeedPlace.Of(place.Checkpoint).ShouldBe(place);
    }

    [Fact]
    public void The_start_is_the_start() => FeedPlace.Of(default(FeedPlace).Checkpoint).ShouldBe(default);

    [Theory]
    [InlineData("-1")]
    [InlineData("1.5")]
    [InlineData("1@")]
    [InlineData("1@!")]
    [InlineData("1@AAAA")]
    [InlineData("1@AAAA@AAAA")]
    [InlineData("@AAAA")]
    [InlineData("99999999999999999999")]
    public void What_is_none_is_refused(string text) => Should.Throw<FormatException>(() => FeedPlace.Of(new Checkpoint(text)));
}
