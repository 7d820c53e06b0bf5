using System.IO.Hashing;

namespace EventSourcingBench.Measurement.Tests;

public sealed class ContentHashTests
{
    [Theory]
    [InlineData("""{"a":1,"b":[true,null,"x"]}""", """{ "b" : [ true, null, "x" ],  "a" : 1 }""")]
    [InlineData("""{"a":{"b":1,"c":2}}""", """{"a":{"c":2,"b":1}}""")]
    [InlineData("\"caf\u00e9/\"", "\"caf\\u00E9\\/\"")]
    [InlineData("{\"\u00e9\":1}", "{\"\\u00e9\":1}")]
    [InlineData("\"\U0001F600 \u2028\u007f\"", "\"\\ud83d\\ude00 \\u2028\\u007F\"")]
    [InlineData("1", "1.0", "1e0")]
    [InlineData("10.5", "10.50", "1.05E1")]
    [InlineData("100", "1E+2")]
    [InlineData("0", "-0", "0.000")]
    [InlineData("-0.00012", "-1.2e-4")]
    public void Another_notation_of_the_same_is_the_same(string one, params string[] others) =>
        others.ShouldAllBe(other => OfData(other) == OfData(one));

    [Fact]
    public void Another_content_is_another() => new[]
    {
        """{"a":1}""", """{"a":2}""", """{"b":1}""", """{"a":1,"b":2}""", """{"a":2,"b":1}""", """{"a":1,"b":null}""", """{"a":"1"}""",
        """{"a":true}""", """{"a":"true"}""", """{"a":{"x":1},"b":{"x":2}}""", """{"a":{"x":2},"b":{"x":1}}""", "true", "false", "[1,2]",
        "[2,1]", "[1,[2]]", "[[1],2]", "[]", "{}", "[[]]", "[1,[]]", "[1]", "[1,{}]", "{}{}", "1", "1 2", "-1", "1.5", "15",
        "\"\\ud800\"", "\"\\ud801\"", "\"2026-11-21T17:40:00Z\"", "\"2026-11-21T18:40:00Z\"", "123456789012345678901",
        "123456789012345678902", "1e300", "1e301", "not JSON", "not  JSON", "{\"a\":1", "{\"a\":2",
    }.GroupBy(OfData).Where(g => g.Count() > 1).SelectMany(g => g).ShouldBeEmpty();

    [Fact]
    public void Type_data_and_metadata_each_count_and_do_not_stand_for_each_other() => new[]
    {
        Of("Opened", "{}", ""), Of("Closed", "{}", ""), Of("Opened", "{}", "{}"), Of("Opened", "1", "2"), Of("Opened", "2", "1"),
        Of("Opened", "", "{}"), Of("", "{}", ""), Of(new string('x', 10_000), "{}", ""), Of(new string('x', 10_001), "{}", ""),
    }.ShouldBeUnique();

    [Fact]
    public void Tags_count_and_their_order_does_not()
    {
        ulong[] hashes = [WithTags(), WithTags("a"), WithTags("b"), WithTags("a", "b"), WithTags("ab"), WithTags("a", "a")];

        hashes.ShouldBeUnique();
        WithTags("b", "a").ShouldBe(WithTags("a", "b"));
    }

    [Fact]
    public void Any_number_is_the_same_with_zeros_behind_it_or_as_a_power_of_ten() => Check.QuickThrowOnFailure(Prop.ForAll(
        ArbMap.Default.ArbFor<int>(),
        number =>
        {
            var text = FormattableString.Invariant($"{number}");
            string[] others = [text + ".00", text + "e0", FormattableString.Invariant($"{number / 100m:0.00}E+2")];
            others.ShouldAllBe(other => OfData(other) == OfData(text));
        }));

    [Theory]
    [InlineData("""{"a":{"b":[1,"x"],"c":1E-05},"d":-1.5,"e":1.0500500000000001}""")]
    [InlineData("""{"a":"caf\u00e9 <&+'/ \U0001F600","b":123456789012345678901}""")]
    [InlineData("""[{},[],"",true,false,null,0]""")]
    public void Canonical_JSON_is_hashed_as_it_is(string data) => OfData(data).ShouldBe(AsSent(data));

    [Fact]
    public void Any_document_has_the_hash_of_its_canonical_form() => Prop.ForAll(
        Documents(4).ToArbitrary(),
        document =>
        {
            var text = Encoding.UTF8.GetString(CanonicalJson.Of(Encoding.UTF8.GetBytes(document)));
            AsSent(text).ShouldBe(OfData(document), document);
            OfData(text).ShouldBe(OfData(document), document);
            return true;
        }).Check(Config.QuickThrowOnFailure.WithMaxTest(1_000));

    [Fact]
    public void What_is_damaged_is_hashed_by_its_bytes() => Prop.ForAll(
        Documents(3).ToArbitrary(),
        ArbMap.Default.ArbFor<(int At, byte Byte)>(),
        (document, damage) =>
        {
            var bytes = Encoding.UTF8.GetBytes(document);
            bytes[(damage.At & int.MaxValue) % bytes.Length] = damage.Byte;
            if (Record.Exception(() => JsonDocument.Parse(bytes).Dispose()) is JsonException)
                ContentHash.OfDocument(bytes).ShouldBe(XxHash3.HashToUInt64(bytes), Encoding.UTF8.GetString(bytes));

            return true;
        }).Check(Config.QuickThrowOnFailure.WithMaxTest(1_000));

    private static Gen<string> Documents(int depth)
    {
        var space = Gen.Elements("", " ", "\n\t", "\r");
        var text = Gen.Elements("", "a", "time", "caf\u00e9", "2026-11-21T17:40:00Z", new string('x', 300)).Select(t => $"\"{t}\"");
        var leaf = Gen.OneOf(
            text,
            Gen.Elements("true", "false", "null", "0", "-0", "-0.00", "1.50", "12345678901234567890123", "0.1", "-17", "1e3"),
            Gen.Choose(-1_000, 1_000).Select(n => FormattableString.Invariant($"{n}")));
        if (depth == 0)
            return leaf;

        var value = from before in space from v in Documents(depth - 1) from after in space select before + v + after;
        var member = from name in text from gap in space from v in value select $"{name}{gap}:{v}";
        return Gen.OneOf(
            leaf,
            from items in value.ListOf() from gap in space select $"[{(items.Count == 0 ? gap : string.Join(',', items))}]",
            from items in member.ListOf() from gap in space select $"{{{(items.Count == 0 ? gap : string.Join(',', items))}}}");
    }

    private static ulong OfData(string data) => Of("T", data, "");

    private static ulong Of(string type, string data, string metadata) =>
        ContentHash.Of(type, Encoding.UTF8.GetBytes(data), Encoding.UTF8.GetBytes(metadata));

    private static ulong AsSent(string data) => ContentHash.Of("T", Encoding.UTF8.GetBytes(data), [], isCanonical: true);

    private static ulong WithTags(params string[] tags) => ContentHash.Of("T", "{}"u8, [], tags);
}
