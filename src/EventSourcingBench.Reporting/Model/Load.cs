namespace EventSourcingBench.Reporting.Model;

/// <summary>The load of a step: copies in the closed model or requests a second in the open one, else null; whether it rose from nothing
/// to that value; and the operations whose events were in the store before, null or 0 for none.</summary>
public sealed record Load(int? Copies, double? Rate, bool Ramp, long? Preload = null)
{
    /// <summary>A suite's name of a load that is neither copies nor a rate: <c>1,000,000 events, 1 MiB blocking</c>; else null.</summary>
    public string? Name { get; init; }

    /// <summary>What such loads are sorted by.</summary>
    internal RowSort? Place { get; init; }

    /// <summary>Whether requests were sent by a schedule and not by waiting copies.</summary>
    public bool IsOpen => Rate is not null;

    /// <summary>The average number of requests a second that were due; null in the closed model.</summary>
    public double? DueRate => Ramp ? Rate / 2 : Rate;

    /// <summary>The bare number: <c>8</c>, <c>1,500</c>.</summary>
    public string Size => (Rate ?? Copies ?? 0).ToString("#,0.###", CultureInfo.InvariantCulture);

    /// <summary><c>8 copies</c>, <c>500/s</c>, <c>ramp to 8 copies</c>, <c>8 copies, 10,000 stored</c>, or <see cref="Name"/>.</summary>
    public string Label
    {
        get
        {
            if (Name is not null || (Copies is null && Rate is null))
                return Name ?? "not begun";

            var value = Size + (IsOpen ? "/s" : Copies == 1 ? " copy" : " copies");
            var load = Ramp ? "ramp to " + value : value;
            return Preload > 0 ? string.Create(CultureInfo.InvariantCulture, $"{load}, {Preload:N0} stored") : load;
        }
    }

    /// <summary>What loads are sorted by: closed before open, an empty store first, constant before ramp, then by size.</summary>
    internal (bool Open, long Preload, bool Ramp, int Copies, double Rate, RowSort? Place) Order =>
        (IsOpen, Preload ?? 0, Ramp, Copies ?? 0, Rate ?? 0, Place);
}
