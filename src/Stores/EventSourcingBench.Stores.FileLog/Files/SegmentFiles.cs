namespace EventSourcingBench.Stores.FileLog.Files;

/// <summary>Segments are named by the address of their first byte, so names sort by address.</summary>
internal static class SegmentFiles
{
    public const string Suffix = ".segment";

    public static string NameOf(long baseAddress) => baseAddress.ToString("D20", CultureInfo.InvariantCulture) + Suffix;

    /// <summary>Creates a segment. Its header and folder entry are on disk before the first frame is written.</summary>
    public static Segment Create(ILogFolder folder, SegmentHeader header)
    {
        var name = NameOf(header.Base);
        var file = folder.Create(name);
        var bytes = new byte[SegmentHeader.Size];
        header.Write(bytes);
        file.Write([bytes], 0);
        file.Flush();
        folder.Flush();
        return new Segment(file, header, name);
    }
}
