namespace EventSourcingBench.Hosting;

/// <summary>Something that the user can put right. The message is shown without a stack trace; the command ends with exit code 2.</summary>
public sealed class UserException(string message, Exception? innerException = null) : Exception(message, innerException);

/// <summary>Words of programs and exceptions, put into sentences of ours.</summary>
internal static class Sentence
{
    /// <summary>The words with a full stop, where they do not end a sentence already.</summary>
    public static string End(string words)
    {
        var text = words.Trim();
        return text.Length == 0 || text[^1] is '.' or '!' or '?' ? text : text + ".";
    }

    public static string LastWords(IEnumerable<string> said) =>
        string.Join(' ', said) is var words && string.IsNullOrWhiteSpace(words) ? "It said nothing." : End($"Its last words: {words}");
}
