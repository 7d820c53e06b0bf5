namespace EventSourcingBench.Reporting;

internal static class Bootstrap
{
    public static (double Median, double Low, double High) Median(IReadOnlyList<double> values, int seed)
    {
        var r = new Random(seed);
        var m = Enumerable.Range(0, 1000).Select(_ => Of([.. Enumerable.Range(0, values.Count).Select(_ => values[r.Next(values.Count)])])).Order().ToArray();
        return (Of([.. values]), m[25], m[974]);
    }

    private static double Of(double[] v)
    {
        Array.Sort(v);
        return (v[(v.Length - 1) / 2] + v[v.Length / 2]) / 2;
    }

    public static (double Median, double Low, double High) Ratio(IReadOnlyList<double> a, IReadOnlyList<double> b, int seed)
    {
        var r = new Random(seed);
        var m = Enumerable.Range(0, 1000).Select(_ => Of([.. Enumerable.Range(0, a.Count).Select(_ => a[r.Next(a.Count)])]) / Of([.. Enumerable.Range(0, b.Count).Select(_ => b[r.Next(b.Count)])])).Order().ToArray();
        return (Of([.. a]) / Of([.. b]), m[25], m[974]);
    }
}
