using System.Text.Json;
using BenchmarkDotNet.Attributes;
using EventSourcingBench.Domain;

namespace EventSourcingBench.Benchmarks;

/// <summary>What the benchmarks of formats share: one event, as an object and in each format.</summary>
public abstract class FormatBenchmark
{
    /// <summary>GUID strings in the event.</summary>
    [ParamsSource(nameof(Sizes))]
    public int Size { get; set; }

    /// <summary>The sizes that were chosen.</summary>
    public static IEnumerable<int> Sizes => Choice.Current.Sizes;

    // As one would use it without a thought: reflection, and the converters that come with it.
    private protected static JsonSerializerOptions Reflection { get; } = new() { PropertyNamingPolicy = JsonNamingPolicy.CamelCase };

    private protected IdentifiersAdded Event { get; private set; } = new([]);

    private protected Wire.IdentifiersAdded WireEvent { get; private set; } = new();

    /// <summary>Makes the event.</summary>
    [GlobalSetup]
    public void Prepare()
    {
        Event = new DataSet(1, Size).Content().Single();
        WireEvent = new Wire.IdentifiersAdded();
        WireEvent.Identifiers.AddRange(Event.Identifiers);
        Serialised();
    }

    private protected virtual void Serialised()
    {
    }
}
