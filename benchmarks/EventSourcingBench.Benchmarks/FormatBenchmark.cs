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

public class Serialise : FormatBenchmark
{
    /// <summary>System.Text.Json with generated source, as for the stores.</summary>
    [Benchmark(Baseline = true)]
    public byte[] JsonGenerated() => JsonSerializer.SerializeToUtf8Bytes(Event, IdentifierJson.Default.IdentifiersAdded);

    [Benchmark]
    public byte[] JsonReflection() => JsonSerializer.SerializeToUtf8Bytes(Event, Reflection);

    /// <summary>Protocol Buffers. The event is the generated class itself, without a copy from another one.</summary>
    [Benchmark]
    public byte[] Protobuf() => WireEvent.ToByteArray();
}

public class Deserialise : FormatBenchmark
{
    /// <summary>System.Text.Json with generated source and an exact array, as in <see cref="LoadStream"/>.</summary>
    [Benchmark(Baseline = true)]
    public object? JsonGenerated() => JsonSerializer.Deserialize(Json, IdentifierJson.Default.IdentifiersAdded);

    [Benchmark]
    public object? JsonReflection() => JsonSerializer.Deserialize<IdentifiersAdded>(Json, Reflection);

    /// <summary>Protocol Buffers. The event is the generated class itself, without a copy to another one.</summary>
    [Benchmark]
    public object Protobuf() => Wire.IdentifiersAdded.Parser.ParseFrom(Wired);
}
