namespace EventSourcingBench.Stores.FileLog.Tests;

/// <summary>A disk in memory that forgets unflushed data and names at a power cut. It can be set to fail at a later operation.</summary>
internal sealed class SimulatedDisk : ILogFolder
{
    private readonly Lock _gate = new();
    private readonly Dictionary<string, SimulatedFile> _files = [];
    private Dictionary<string, SimulatedFile> _safeNames = [];
    private long _operations;

    public long BytesRead;

    public string Path => "simulated";

    /// <summary>The write, flush or other change at which the disk dies, counted from 1. Default: never.</summary>
    public long DiesAt { get; set; } = long.MaxValue;

    /// <summary>The change that fails alone, with the disk living on. Default: none.</summary>
    public long FailsAt { get; set; } = long.MaxValue;

    public long Operations => Interlocked.Read(ref _operations);

    public long Flushes { get; set; }

    public List<long> Removals { get; } = [];

    public IReadOnlyDictionary<string, SimulatedFile> Files => _files;

    /// <summary>The disk as the next boot finds it.</summary>
    public SimulatedDisk AfterPowerCut(Random random)
    {
        lock (_gate)
        {
            // Names that were not flushed may be there or not: made ones, and removed ones.
            var names = _safeNames.Keys.Union(_files.Keys).Where(name =>
                (_safeNames.ContainsKey(name) && _files.ContainsKey(name)) || random.Next(2) == 0);
            return Holding(names.ToDictionary(
                name => name, name => (_files.GetValueOrDefault(name) ?? _safeNames[name]).AfterPowerCut(random)));
        }
    }

    /// <summary>The same with all that was written, as after a crash of the process alone.</summary>
    public SimulatedDisk AfterCrash() => Holding(_files.ToDictionary(f => f.Key, f => f.Value.ToArray()));

    /// <summary>The same with other bytes in a file, or without the file.</summary>
    public SimulatedDisk With(string name, byte[]? bytes)
    {
        var other = AfterCrash();
        other._files.Remove(name);
        if (bytes is not null)
            other._files.Add(name, new SimulatedFile(other, name, bytes));

        return other;
    }

    public IReadOnlyList<string> List(string suffix) =>
        [.. _files.Keys.Where(n => n.EndsWith(suffix, StringComparison.Ordinal)).Order(StringComparer.Ordinal)];

    public ILogFile Create(string name)
    {
        Change(() => _files.Add(name, new SimulatedFile(this, name, [])));
        return Open(name);
    }

    public ILogFile Open(string name) => _files[name];

    public void Delete(string name) => Change(() =>
    {
        Removals.Add(_operations);
        _files.Remove(name);
    });

    public void Flush() => Change(() => _safeNames = new(_files));

    public void Remove()
    {
    }

    public void Dispose()
    {
    }

    /// <summary>Makes a change, unless the disk fails or dies at it. A write at which that happens may have reached the disk. A disk
    /// that lives on does what a failure does to it.</summary>
    public void Change(Action change, bool isWrite = false, Action? failed = null)
    {
        lock (_gate)
        {
            _operations++;
            var fails = _operations >= DiesAt || _operations == FailsAt;
            if (!fails || (isWrite && _operations <= DiesAt))
                change();

            if (_operations == FailsAt)
                failed?.Invoke();

            if (fails)
                throw new IOException("The disk is gone.");
        }
    }

    private static SimulatedDisk Holding(Dictionary<string, byte[]> files)
    {
        var disk = new SimulatedDisk();
        foreach (var (name, bytes) in files)
            disk._files.Add(name, new SimulatedFile(disk, name, bytes));

        disk._safeNames = new(disk._files);
        return disk;
    }
}
