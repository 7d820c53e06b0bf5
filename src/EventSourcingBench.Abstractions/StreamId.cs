namespace EventSourcingBench.Abstractions;

/// <summary>A stream's name: 1 to <see cref="MaxLength"/> letters, digits, <c>-</c>, <c>_</c>, <c>.</c>, <c>:</c>; case counts.</summary>
public readonly record struct StreamId
{
    public const int MaxLength = 200;

    private readonly string? _value;

    /// <exception cref="ArgumentException">The name is empty, too long or has another character.</exception>
    public StreamId(string value)
    {
        ArgumentException.ThrowIfNullOrEmpty(value);
        if (!IsName(value))
        {
            throw new ArgumentException(
                $"'{value}' is not a stream name: 1 to {MaxLength} ASCII letters, digits, '-', '_', '.' or ':'.", nameof(value));
        }

        _value = value;
    }

    public static bool IsName(string value) =>
        value is { Length: > 0 and <= MaxLength } && value.All(c => char.IsAsciiLetterOrDigit(c) || c is '-' or '_' or '.' or ':');

    /// <exception cref="InvalidOperationException">This is <c>default(StreamId)</c>, which names no stream.</exception>
    public string Value => _value ?? throw new InvalidOperationException("default(StreamId) names no stream.");

    public override string ToString() => _value ?? "";
}
