namespace EventSourcingBench.Stores.PostgreSql.Dcb;

/// <summary>Formats lists of strings as PostgreSQL arrays.</summary>
internal static class ArrayText
{
    /// <summary>The array, with all strings quoted.</summary>
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
