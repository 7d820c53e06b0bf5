using BenchmarkDotNet.Attributes;
using Google.Protobuf;

namespace EventSourcingBench.Benchmarks;

/// <summary>The shared part of the format benchmarks: one event, as an object and in each format.</summary>
public abstract class FormatBenchmark
{
    [ParamsSource(nameof(Sizes))]
    public int Size { get; set; }

    public static IEnumerable<int> Sizes => Choice.Current.Sizes;

    // The naive way: reflection, and the default converters.
    private protected static JsonSerializerOptions Reflection { get; } = new() { PropertyNamingPolicy = JsonNamingPolicy.CamelCase };

    private protected IdentifiersAdded Event { get; private set; } = new([]);

    private protected Wire.IdentifiersAdded WireEvent { get; private set; } = new();

    private protected byte[] Json { get; private set; } = [];

    private protected byte[] Wired { get; private set; } = [];

    [GlobalSetup]
    public void Prepare()
    {
        Event = new DataSet(1, Size).Content().Single();
        WireEvent = new Wire.IdentifiersAdded { Identifiers = { Event.Identifiers } };
        Json = JsonSerializer.SerializeToUtf8Bytes(Event, IdentifierJson.Default.IdentifiersAdded);
        Wired = WireEvent.ToByteArray();
    }
}
