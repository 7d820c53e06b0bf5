namespace EventSourcingBench.Stores.FileLog.Tests;

public sealed class FileLogUnderTest() : PluginUnderTest<FileLogPlugin>("filelog");

public sealed class FileLogStreams : StreamConformance<FileLogUnderTest>;
public sealed class FileLogSubscriptions : SubscriptionConformance<FileLogUnderTest>;
public sealed class FileLogProjections : ProjectionConformance<FileLogUnderTest>;
public sealed class FileLogLifetime : LifetimeConformance<FileLogUnderTest>;
public sealed class FileLogBulk : BulkConformance<FileLogUnderTest>;

/// <summary>The same in segments of 4 KB: each test crosses many.</summary>
public sealed class SmallSegments()
    : PluginUnderTest<FileLogPlugin>("filelog", ("filelog.segmentSize", "4096"), ("filelog.sync", "interval"));

public sealed class SmallSegmentStreams : StreamConformance<SmallSegments>;
public sealed class SmallSegmentSubscriptions : SubscriptionConformance<SmallSegments>;
public sealed class SmallSegmentLifetime : LifetimeConformance<SmallSegments>;
public sealed class SmallSegmentBulk : BulkConformance<SmallSegments>;
