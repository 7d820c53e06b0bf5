using System.Text.Json.Serialization;

namespace EventSourcingBench.Domain.Currencies;

/// <summary>Writes a symbol as its letters.</summary>
public sealed class CurrencySymbolConverter : JsonConverter<CurrencySymbol>
{
    /// <inheritdoc/>
    /// <exception cref="JsonException">It is not a symbol.</exception>
    public override CurrencySymbol Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
    {
        var text = reader.TokenType == JsonTokenType.String ? reader.GetString() : null;
        return CurrencySymbol.TryParse(text, out var symbol) ? symbol : throw new JsonException(CurrencySymbol.Complaint(text));
    }

    /// <inheritdoc/>
    public override void Write(Utf8JsonWriter writer, CurrencySymbol value, JsonSerializerOptions options)
    {
        ArgumentNullException.ThrowIfNull(writer);
        writer.WriteStringValue(value.Value);
    }
}
