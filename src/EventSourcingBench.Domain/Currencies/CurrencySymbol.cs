namespace EventSourcingBench.Domain.Currencies;

/// <summary>The symbol of a currency pair: 6 upper-case letters, A to Z, such as <c>EURUSD</c>.</summary>
[JsonConverter(typeof(CurrencySymbolConverter))]
public readonly record struct CurrencySymbol
{
    private const int Length = 6;
    private readonly string? _value;

    /// <exception cref="ArgumentException">It has another form; the message says which one is wanted.</exception>
    public CurrencySymbol(string value) =>
        _value = HasForm(value) ? value : throw new ArgumentException(Complaint(value), nameof(value));

    /// <exception cref="InvalidOperationException">This is <c>default(CurrencySymbol)</c>, which names nothing.</exception>
    public string Value => _value ?? throw new InvalidOperationException("default(CurrencySymbol) names no currency.");

    public static bool TryParse([NotNullWhen(true)] string? value, out CurrencySymbol symbol)
    {
        var isSymbol = value is not null && HasForm(value);
        symbol = isSymbol ? new CurrencySymbol(value!) : default;
        return isSymbol;
    }

    internal static string Complaint(string? value) => $"'{value}' is not a currency symbol: say 6 upper-case letters, such as EURUSD.";

    public override string ToString() => _value ?? "";

    private static bool HasForm(string value) => value.Length == Length && !value.AsSpan().ContainsAnyExceptInRange('A', 'Z');
}

public sealed class CurrencySymbolConverter : JsonConverter<CurrencySymbol>
{
    /// <exception cref="JsonException">It is not a symbol.</exception>
    public override CurrencySymbol Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
    {
        var text = reader.TokenType == JsonTokenType.String ? reader.GetString() : null;
        return CurrencySymbol.TryParse(text, out var symbol) ? symbol : throw new JsonException(CurrencySymbol.Complaint(text));
    }

    public override void Write(Utf8JsonWriter writer, CurrencySymbol value, JsonSerializerOptions options) =>
        writer.WriteStringValue(value.Value);
}
