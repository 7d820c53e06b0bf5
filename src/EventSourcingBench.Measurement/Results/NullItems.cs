using System.Collections;
using System.Reflection;
using System.Text.Json.Serialization.Metadata;

namespace EventSourcingBench.Measurement.Results;

/// <summary>Refuses null in a list or a dictionary whose items may not be null. The serializer looks only at members.</summary>
internal static class NullItems
{
    public static void Refuse(JsonTypeInfo type)
    {
        var nullability = new NullabilityInfoContext();
        foreach (var member in type.Kind == JsonTypeInfoKind.Object ? type.Properties : [])
        {
            if (member is { Set: { } set, AttributeProvider: PropertyInfo property }
                && nullability.Create(property).GenericTypeArguments
                    is [.., { ReadState: NullabilityState.NotNull, Type.IsValueType: false }])
            {
                member.Set = (owner, value) =>
                {
                    Check(value);
                    set(owner, value);
                };
            }
        }
    }

    private static void Check(object? collection)
    {
        var items = collection is IDictionary dictionary ? dictionary.Values : (IEnumerable?)collection ?? Array.Empty<object>();
        var index = 0;
        foreach (var item in items)
        {
            if (item is null)
            {
                throw new JsonException(FormattableString.Invariant($"Item {index} must not be null."));
            }

            index++;
        }
    }
}
