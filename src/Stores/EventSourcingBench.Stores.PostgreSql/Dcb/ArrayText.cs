using System.Text;

namespace EventSourcingBench.Stores.PostgreSql;

/// <summary>Lists of texts as PostgreSQL writes an array.</summary>
internal static class ArrayText
{
    /// <summary>The array, every text in quotes.</summary>
    public static string Of(IReadOnlyList<string> texts)
    {
        var array = new StringBuilder("{");
        for (var i = 0; i < texts.Count; i++)
        {
            array.Append(i > 0 ? ",\"" : "\"");
            foreach (var letter in texts[i])
            {
                if (letter is '"' or '\\')
                {
                    array.Append('\\');
                }

                array.Append(letter);
            }

            array.Append('"');
        }

        return array.Append('}').ToString();
    }
}
