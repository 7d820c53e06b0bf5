using System.Globalization;

namespace EventSourcingBench.Stores.FileLog;

/// <summary>Segments by name: the address of the first byte, so that their order is that of their names.</summary>
internal static class SegmentFiles
{
    public const string Suffix = ".segment";

    public static string NameOf(long baseAddress) => baseAddress.ToString("D20", CultureInfo.InvariantCulture) + Suffix;

    /// <summary>Makes a segment that is safe on disk, its name included, before the first frame goes into it.</summary>
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
