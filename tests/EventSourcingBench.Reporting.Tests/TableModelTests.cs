namespace EventSourcingBench.Reporting.Tests;

public sealed class TableModelTests
{
    [Fact]
    public void Columns_that_say_the_same_in_every_row_are_stated_once()
    {
        var (table, stated) = Table(["a", "fsync", "1", "–", ""], ["b", "fsync", "2", "–", ""]).WithoutConstants();
        table.Columns.Select(c => c.Header).ShouldBe(["Store", "Rate"]);
        table.Rows.ShouldBe([["a", "1"], ["b", "2"]]);
        stated.ShouldBe("In every row: Durability fsync. No values for: Cold; Remarks.");
    }

    [Fact]
    public void A_table_of_one_row_and_one_without_differences_keep_their_columns()
    {
        Table(["a", "fsync", "1", "–", ""]).WithoutConstants().Stated.ShouldBeEmpty();
        Table(["a", "fsync", "1", "–", ""], ["b", "fsync", "1", "–", ""]).WithoutConstants().Table.Columns.Count.ShouldBe(5);
    }

    [Fact]
    public void Markdown_has_the_statement_above_the_table() =>
        MarkdownText.Table(Table(["a", "fsync", "1", "", ""], ["b", "fsync", "2", "", ""])).ShouldStartWith(
            "In every row: Durability fsync. No values for: Cold; Remarks.\n\n| Store | Rate |");

    private static TableModel Table(params IReadOnlyList<string>[] rows) =>
        new("A table", [new("Store"), new("Durability"), new("Rate", true), new("Cold", true), new("Remarks")], rows);
}
