using System.Data.Common;

namespace EventSourcingBench.Measurement.Results;

/// <summary>The passwords that this process was given in its variables. What it shows or keeps of other programs' words goes through
/// <see cref="Redact"/>: a client may quote its connection string in any message.</summary>
/// <remarks>A password that is a short or lower-case word, or that is also the name of the user, host or database, cannot be distinguished
/// from ordinary text: it is hidden only where it stands in its place of the connection string.</remarks>
public sealed class Secrets
{
    public const string Hidden = "***";

    private const string Prefix = "EVENTSOURCINGBENCH_";
    private const int LeastLength = 6;
    private const int LeastWordLength = 12;

    private static readonly string[] WholeValues = [Prefix + "GENERATOR_TOKEN", "PGPASSWORD"];
    private static readonly string[] Keys = ["password", "secret", "token", "pwd", "psw"];

    private readonly (string Text, string Instead)[] _hidden;

    /// <param name="variables">Names and values; those of connection strings begin with <c>EVENTSOURCINGBENCH_</c>.</param>
    public Secrets(IEnumerable<KeyValuePair<string, string>> variables) => _hidden =
    [
        .. variables.SelectMany(v => WholeValues.Contains(v.Key, StringComparer.Ordinal) ? Forms(v.Value, [])
                : v.Key.StartsWith(Prefix, StringComparison.Ordinal) ? OfConnectionString(v.Value, v.Key) : [])
            .Distinct().OrderByDescending(h => h.Text.Length),
    ];

    /// <summary>Those of this process's variables, as they are at the first use.</summary>
    public static Secrets OfThisProcess { get; } = new(Environment.GetEnvironmentVariables().Cast<DictionaryEntry>()
        .Select(v => KeyValuePair.Create((string)v.Key, (string?)v.Value ?? "")));

    /// <summary>The text with <see cref="Hidden"/> in place of each password.</summary>
    public string Redact(string text) => _hidden.Aggregate(text, (t, h) => t.Replace(h.Text, h.Instead, StringComparison.Ordinal));

    private static IEnumerable<(string Text, string Instead)> OfConnectionString(string value, string variable)
    {
        var users = UserInfos(value).Distinct(StringComparer.Ordinal).ToList();
        var pairs = value.Split(';', '&', '?').Select(p => p.Split('=', 2))
            .Where(p => p.Length == 2 && IsSecret(p[0]) && !string.IsNullOrWhiteSpace(p[1])).ToList();
        var secrets = users.Concat(pairs.Select(p => p[1].Trim())).Concat(Quoted(value))
            .Where(s => s.Length > 0).Distinct(StringComparer.Ordinal).ToList();

        // What is left of the string are names, which messages must be able to say.
        var rest = secrets.Aggregate($"{variable};{value}",
            (text, s) => text.Replace($":{s}@", ";", StringComparison.Ordinal).Replace($"={s}", ";", StringComparison.Ordinal));
        var names = rest.Split(";,:/?&=@_ ".ToCharArray()).ToHashSet(StringComparer.OrdinalIgnoreCase);
        return users.Where(u => u.Length > 0).Select(u => ($":{u}@", $":{Hidden}@"))
            .Concat(pairs.Select(p => ($"{p[0]}={p[1]}", $"{p[0]}={Hidden}")))
            .Concat(secrets.SelectMany(s => Forms(s, names)));
    }

    // scheme://user:password@host,user:password@host/?key=value. A password may have an @ or a comma that is not encoded.
    private static IEnumerable<string> UserInfos(string value)
    {
        var scheme = value.IndexOf("://", StringComparison.Ordinal);
        var rest = scheme < 0 ? value : value[(scheme + 3)..];
        var query = rest.IndexOf('?', StringComparison.Ordinal);
        rest = query > rest.IndexOf('@', StringComparison.Ordinal) ? rest[..query] : rest;
        return rest.Split(',').Append(rest).Where(part => part.Contains('@', StringComparison.Ordinal))
            .Select(part => part[..part.LastIndexOf('@')].Split(':', 2)).Where(user => user.Length == 2).Select(user => user[1]);
    }

    // Key='a;b': quotes are taken away.
    private static IEnumerable<string> Quoted(string value)
    {
        try
        {
            var builder = new DbConnectionStringBuilder { ConnectionString = value };
            return [.. builder.Keys.Cast<string>().Where(IsSecret).Select(k => builder[k].ToString() ?? "")];
        }
        catch (ArgumentException)
        {
            // It has another form: what the other rules find in it is all that there is.
            return [];
        }
    }

    private static bool IsSecret(string key) => Array.Exists(Keys, k => key.Contains(k, StringComparison.OrdinalIgnoreCase));

    private static IEnumerable<(string Text, string Instead)> Forms(string secret, HashSet<string> names)
    {
        var plain = Uri.UnescapeDataString(secret);
        string[] forms = [secret, plain, Uri.EscapeDataString(plain)];
        return forms.Where(s => IsDistinctive(s) && !names.Contains(s)).Select(s => (s, Hidden));
    }

    private static bool IsDistinctive(string secret) =>
        secret.Length >= LeastLength && (secret.Length >= LeastWordLength || !secret.All(char.IsAsciiLetterLower));
}
