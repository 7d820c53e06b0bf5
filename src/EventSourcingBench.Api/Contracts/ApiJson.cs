namespace EventSourcingBench.Api.Contracts;

/// <summary>The JSON format of requests and answers, for the API and its clients.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, RespectRequiredConstructorParameters = true, AllowDuplicateProperties = false)]
[JsonSerializable(typeof(AddCurrencyInfo))]
[JsonSerializable(typeof(ApiProblem))]
[JsonSerializable(typeof(AppendEvent))]
[JsonSerializable(typeof(AppendedBar))]
[JsonSerializable(typeof(AppendedEvent))]
[JsonSerializable(typeof(AppendedEvents))]
[JsonSerializable(typeof(ReadModelDocument))]
[JsonSerializable(typeof(BarsPage))]
[JsonSerializable(typeof(CommandSideNode))]
[JsonSerializable(typeof(ReadModelSummary))]
[JsonSerializable(typeof(CreateShow))]
[JsonSerializable(typeof(EnrolmentAccepted))]
[JsonSerializable(typeof(EventsPage))]
[JsonSerializable(typeof(HealthState))]
[JsonSerializable(typeof(IAsyncEnumerable<ReadModelKey>))]
[JsonSerializable(typeof(IAsyncEnumerable<EnrolmentFact>))]
[JsonSerializable(typeof(IReadOnlyList<ReadModelKey>))]
[JsonSerializable(typeof(IReadOnlyList<EnrolmentFact>))]
[JsonSerializable(typeof(JoinCourse))]
[JsonSerializable(typeof(LoadedStream))]
[JsonSerializable(typeof(MeasureDelays))]
[JsonSerializable(typeof(NodeList))]
[JsonSerializable(typeof(PreloadEnrolments))]
[JsonSerializable(typeof(PreloadedEnrolments))]
[JsonSerializable(typeof(ProjectionDelays))]
[JsonSerializable(typeof(ProjectionState))]
[JsonSerializable(typeof(Rebuilt))]
[JsonSerializable(typeof(RegisterCourse))]
[JsonSerializable(typeof(RegisterStudent))]
[JsonSerializable(typeof(ReservationAccepted))]
[JsonSerializable(typeof(ReserveSeat))]
[JsonSerializable(typeof(ShowDocument))]
[JsonSerializable(typeof(StoreDetails))]
[JsonSerializable(typeof(StoreList))]
[JsonSerializable(typeof(StoreReset))]
[JsonSerializable(typeof(StoreRest))]
[JsonSerializable(typeof(StoreWork))]
[JsonSerializable(typeof(StreamPage))]
public sealed partial class ApiJson : JsonSerializerContext
{
    /// <summary>How one of these types is written, looked up once.</summary>
    internal static JsonTypeInfo<T> Of<T>() => Known<T>.Type;

    private static class Known<T>
    {
        public static readonly JsonTypeInfo<T> Type = (JsonTypeInfo<T>)Default.GetTypeInfo(typeof(T))!;
    }
}
