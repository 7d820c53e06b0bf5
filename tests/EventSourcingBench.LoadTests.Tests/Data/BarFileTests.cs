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
        Complaint(Header + "\n" + Line5.Replace("1.18156", "1.1", StringComparison.Ordinal), line: 2)
            .ShouldContain("high 1.1 is below low 1.18133");
    });

    [Theory]
    [InlineData("", 1, "the file is empty")]
    [InlineData(Header + "\n", 2, "there is no bar behind the header")]
    [InlineData("<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<TICKVOL>,<VOL>,<SPREAD>\n", 1, "separated by tabs")]
    [InlineData("2020.09.08;00:00;1;1;1;1;9\n", 1, "is neither MetaTrader 5's header")]
    [InlineData("2020.09.08\t00:00:00\t1\t1\t1\t1\t9\t0\t0\n", 1, "is neither MetaTrader 5's header")]
    [InlineData("2020.09.08,00:00,1,1,1,1\n", 1, "has fewer than 7 fields separated by commas")]
    [InlineData("2020.09.08,00:00,1,1,1,1,9,0\n", 1, "has more than 7 fields separated by commas")]
    [InlineData(Header + "\n" + Line4 + "\n", 2, "has fewer than 9 fields separated by tabs")]
    [InlineData(Header + "\n" + Line5 + "\t7\n", 2, "has more than 9 fields separated by tabs")]
    [InlineData(Header + "\n" + Line5 + "\n\n" + Line5 + "\n", 3, "has fewer than 9 fields")]
    [InlineData(Header + "\n" + Line5 + "\n" + Line5 + "\n", 3, "the bar of 2020.09.08 00:00:00 does not come after")]
    public void A_file_of_another_layout_is_refused(string text, int line, string complaint) =>
        Complaint(text, line).ShouldContain(complaint);

    [Theory]
    [InlineData("2020.09.08", "2020-09-08", "'2020-09-08' is not a date of the form yyyy.MM.dd")]
    [InlineData("2020.09.08", "2020.13.08", "'2020.13.08' is not a date")]
    [InlineData("00:00:00", "24:00:00", "'24:00:00' is not a time of the form HH:mm:ss or HH:mm")]
    [InlineData("1.18136", "1,18136", "open is '1,18136', which is not a price")]
    [InlineData("1.18136", "NaN", "open is 'NaN', which is not a price")]
    [InlineData("1.18136", "", "open is '', which is not a price")]
    [InlineData("1.18136", "1.2", "open 1.2 is outside of low 1.18133 to high 1.18156")]
    [InlineData("1.18145", "1.1", "close 1.1 is outside of low 1.18133 to high 1.18156")]
    [InlineData("1.18156", "1.1", "high 1.1 is below low 1.18133")]
    [InlineData("1.18133", "0", "low is '0', which is not a price")]
    [InlineData("1.18133", "-1", "low is '-1', which is not a price")]
    [InlineData("\t9\t", "\t-9\t", "tick volume is '-9', which is not a volume")]
    [InlineData("\t9\t", "\t9.5\t", "tick volume is '9.5', which is not a volume")]
    [InlineData("\t3\t", "\t-3\t", "real volume is '-3', which is not a volume")]
    public void A_malformed_field_is_named_with_its_line(string sound, string malformed, string complaint) =>
        Complaint(Header + "\r\n" + Line5.Replace(sound, malformed, StringComparison.Ordinal), line: 2).ShouldContain(complaint);

    [Fact]
    public void A_line_of_a_binary_file_is_quoted_in_short() =>
        Complaint(new string('\u0001', 5_000), line: 1).Length.ShouldBeLessThan(500);

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

    private string Complaint(string text, int line)
    {
        var message = Should.Throw<UserException>(() => Read(text)).Message;
        message.ShouldContain(FormattableString.Invariant($"bars.csv, line {line}: "));
        return message;
    }

    private IReadOnlyList<Bar> Read(string text) => BarFile.Read(Temp.Write("bars.csv", text));
}
