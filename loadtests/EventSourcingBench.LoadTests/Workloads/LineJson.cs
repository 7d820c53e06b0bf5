using System.Text.Json;
using EventSourcingBench.Abstractions;
using EventSourcingBench.Hosting;

namespace EventSourcingBench.LoadTests;

/// <summary>
/// A JSON value that knows its file, line and name, so that what is wrong with it can be said where it stands. The
/// serialiser knows lines only of what is no JSON at all.
/// </summary>
/// <param name="File">The file.</param>
/// <param name="Line">The line, from 1.</param>
/// <param name="Name">Such as <c>profiles.quick.copies</c>; empty for the whole file.</param>
/// <param name="Value">A number, text, truth, null, <c>LineJson</c> list or members.</param>
internal sealed record LineJson(string File, int Line, string Name, object? Value)
{
    public static LineJson ReadFile(string path)
    {
        try
        {
            return LineJsonParser.Parse(path, System.IO.File.ReadAllBytes(path));
        }
        catch (JsonException e)
        {
            throw new UserException(FormattableString.Invariant($"{path}, line {(e.LineNumber ?? 0) + 1}: this is no JSON: {e.Message}"));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new UserException($"The workload file {path} cannot be read: {e.Message}");
        }
    }

    /// <summary>The error that says where it is.</summary>
    public UserException Error(string complaint) => new(FormattableString.Invariant(
        $"{File}, line {Line}: {(Name.Length == 0 ? "" : Name + ": ")}{complaint}"));

    /// <summary>The value, when the rule has no complaint.</summary>
    public T Checked<T>(T value, Func<T, string?> rule) => rule(value) is { } complaint ? throw Error(complaint) : value;

    public IReadOnlyDictionary<string, LineJson> Members() =>
        Value as IReadOnlyDictionary<string, LineJson> ?? throw Error("say an object: { ... }.");

    public IReadOnlyList<LineJson> Items() =>
        Value as IReadOnlyList<LineJson> ?? throw Error("say a list: [ ... ].");

    /// <summary>Refuses members of other names.</summary>
    public void RequireKeys(IReadOnlyList<string> valid)
    {
        foreach (var (key, value) in Members())
        {
            if (!valid.Contains(key, StringComparer.Ordinal))
            {
                throw value.Error($"'{key}' is no key here; valid are {string.Join(", ", valid)}.");
            }
        }
    }

    public LineJson? Optional(string key) => Members().GetValueOrDefault(key);

    public LineJson Required(string key) => Optional(key) ?? throw Error($"the key '{key}' is missing.");

    public string Text() => Value is string { Length: > 0 } text ? text : throw Error("say a text.");

    public double Number() => Value is double number ? number : throw Error("say a number.");

    public int Integer() => Value is double number && number == Math.Floor(number) && Math.Abs(number) <= int.MaxValue
        ? (int)number
        : throw Error("say a whole number.");

    public bool Switch() => Value is bool value ? value : throw Error("say true or false.");

    public long Size() => Value is string text && SizeText.TryParse(text, out var bytes)
        ? bytes
        : throw Error("say a size as a text with a unit, such as \"1KB\", \"64KB\" or \"1MB\".");

    public TimeSpan Duration() => Value is string text && DurationText.TryParse(text, out var duration)
        ? duration
        : throw Error("say a duration as a text with a unit, such as \"250ms\", \"30s\" or \"5m\".");
}
