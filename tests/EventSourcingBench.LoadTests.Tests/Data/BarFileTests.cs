namespace EventSourcingBench.LoadTests.Tests;

public sealed class BarFileTests : TempFolderTest
{
    private const string Header = "<DATE>\t<TIME>\t<OPEN>\t<HIGH>\t<LOW>\t<CLOSE>\t<TICKVOL>\t<VOL>\t<SPREAD>";
    private const string Line5 = "2020.09.08\t00:00:00\t1.18136\t1.18156\t1.18133\t1.18145\t9\t3\t2";
    private const string Line4 = "2020.09.08,00:00,1.18136,1.18156,1.18133,1.18145,9";
    private static readonly Bar Expected =
        new(new DateTime(2020, 9, 8, 0, 0, 0, DateTimeKind.Unspecified), 1.18136, 1.18156, 1.18133, 1.18145, 9, 3);

    [Theory]
    [InlineData("\r\n")]
    [InlineData("\n")]
    public void Exports_of_MetaTrader_5_and_4_are_read(string newLine)
    {
        Read(Header + newLine + Line5 + newLine).ShouldBe([Expected]);
        Read(Header + newLine + Line5).ShouldBe([Expected]);
        Read(Line4 + newLine + Line4.Replace("00:00", "00:01", StringComparison.Ordinal) + newLine).ShouldBe(
            [Expected with { RealVolume = 0 }, Expected with { RealVolume = 0, Time = Expected.Time.AddMinutes(1) }]);
    }

    [Theory]
    [InlineData("utf-8")]
    [InlineData("utf-16")]
    [InlineData("utf-16BE")]
    public void A_byte_order_mark_is_no_part_of_the_header(string encoding)
    {
        var path = Temp.Write("bars.csv", "");
        File.WriteAllText(path, Header + "\r\n" + Line5, Encoding.GetEncoding(encoding));
        BarFile.Read(path).ShouldBe([Expected]);
    }

    [Theory]
    [InlineData("de-DE")]
    [InlineData("en-US")]
    [InlineData("ar-SA")]
    public Task The_culture_of_the_machine_is_of_no_matter(string culture) => Task.Run(() =>
    {
        CultureInfo.CurrentCulture = new CultureInfo(culture);
        Read(Header + "\n" + Line5).ShouldBe([Expected]);
        Complaint(Header + "\n" + Line5.Replace("1.18156", "1.1", StringComparison.Ordinal))
            .ShouldContain("line 2: high 1.1 is below low 1.18133");
    });

    [Fact]
    public Task A_file_of_another_layout_and_a_malformed_field_are_named_with_the_line() => Snapshots.ShouldAnswerAsync(
        "bars.txt", line => Task.FromResult(Complaint(Snapshots.Replaced(Header + "\r\n" + Line5, line))));

    [Fact]
    public void A_line_of_a_binary_file_is_quoted_in_short() =>
        Complaint(new string('\u0001', 5_000)).Length.ShouldBeLessThan(500);

    [Theory]
    [InlineData("none/bars.csv", "There is no file ")]
    [InlineData("", "is a folder")]
    public void What_is_no_file_is_said(string name, string words) => Should
        .Throw<UserException>(() => BarFile.Read(Temp.At(name))).Message.ShouldContain(words);

    [Fact]
    public void What_is_written_is_read() => Prop.ForAll<int, PositiveInt, bool>((seed, count, isVersion5) =>
    {
        var bars = SyntheticBars.Create(seed, count.Get);
        var text = string.Join('\n', bars.Select(b => FormattableString.Invariant(
            $"{b.Time:yyyy.MM.dd,HH:mm},{b.Open},{b.High},{b.Low},{b.Close},{b.TickVolume}{(isVersion5 ? ",0,2" : "")}")));
        return Read(isVersion5 ? Header + "\n" + text.Replace(',', '\t') : text).SequenceEqual(bars);
    }).QuickCheckThrowOnFailure();

    private string Complaint(string text) => Should.Throw<UserException>(() => Read(text), text).Message
        .Replace(Temp.At("bars.csv"), "bars.csv", StringComparison.Ordinal);

    private IReadOnlyList<Bar> Read(string text) => BarFile.Read(Temp.Write("bars.csv", text));
}
