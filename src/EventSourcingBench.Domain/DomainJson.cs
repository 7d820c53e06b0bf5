using System.Text.Json.Serialization;

namespace EventSourcingBench.Domain;

/// <summary>How commands and events are written as JSON: camelCase, every member required, none null, none twice.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    RespectNullableAnnotations = true,
    AllowDuplicateProperties = false)]
[JsonSerializable(typeof(AddCurrencyInfo))]
[JsonSerializable(typeof(CurrencyInfoAdded))]
[JsonSerializable(typeof(CourseRegistered))]
[JsonSerializable(typeof(StudentRegistered))]
[JsonSerializable(typeof(StudentJoined))]
[JsonSerializable(typeof(StudentLeft))]
[JsonSerializable(typeof(ShowCreated))]
[JsonSerializable(typeof(SeatReserved))]
[JsonSerializable(typeof(ReservationCancelled))]
[JsonSerializable(typeof(ShowSnapshot))]
[JsonSerializable(typeof(StreamSnapshot))]
public sealed partial class DomainJson : JsonSerializerContext;
