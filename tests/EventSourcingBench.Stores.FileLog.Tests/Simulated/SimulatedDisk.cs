namespace EventSourcingBench.Stores.FileLog.Tests;

/// <summary>
/// A disk in memory that forgets at a power cut what was not flushed: data of files, and files whose folder was not. It can
/// be set to fail at a later operation.
/// </summary>
internal sealed class SimulatedDisk : ILogFolder
{
    private readonly Lock _gate = new();
    private readonly Dictionary<string, SimulatedFile> _safeNames;
    private readonly Dictionary<string, SimulatedFile> _files;
    private long _operations;

    public SimulatedDisk()
        : this([])
    {
    }

    private SimulatedDisk(Dictionary<string, SimulatedFile> files) => (_safeNames, _files) = (files, new(files));

    public string Path => "simulated";

    /// <summary>The write, flush or other change at which the disk dies, counted from 1. Default: never.</summary>
    public long DiesAt { get; set; } = long.MaxValue;

    /// <summary>The change that fails alone, with the disk living on. Default: none.</summary>
    public long FailsAt { get; set; } = long.MaxValue;

    /// <summary>Changes so far.</summary>
    public long Operations => Interlocked.Read(ref _operations);

    /// <summary>Flushes of files so far.</summary>
    public long Flushes { get; private set; }

    /// <summary>The changes that removed a file.</summary>
    public List<long> Removals { get; } = [];

    /// <summary>Bytes read so far.</summary>
    public long BytesRead { get; private set; }

    public IReadOnlyDictionary<string, SimulatedFile> Files => _files;

    /// <summary>The disk as the next boot finds it.</summary>
    public SimulatedDisk AfterPowerCut(Random random)
    {
        lock (_gate)
        {
            // Names that were not flushed may be there or not: made ones, and removed ones.
            var names = _safeNames.Keys.Union(_files.Keys).Where(name =>
                (_safeNames.ContainsKey(name) && _files.ContainsKey(name)) || random.Next(2) == 0);
            return new SimulatedDisk(names.ToDictionary(
                name => name, name => (_files.GetValueOrDefault(name) ?? _safeNames[name]).AfterPowerCut(random)));
        }
    }

    /// <summary>The same with all that was written, as after a crash of the process alone.</summary>
    public SimulatedDisk AfterCrash() => new(_files.ToDictionary(f => f.Key, f => SimulatedFile.Of(f.Value.ToArray())));

    /// <summary>The same with other bytes in a file.</summary>
    public SimulatedDisk With(string name, byte[] bytes)
    {
        var other = AfterCrash();
        other._files[name] = SimulatedFile.Of(bytes);
        return other;
    }

    public SimulatedDisk Without(string name)
    {
        var other = AfterCrash();
        other._files.Remove(name);
        return other;
    }

    public IReadOnlyList<string> List(string suffix)
    {
        lock (_gate)
        {
            return [.. _files.Keys.Where(n => n.EndsWith(suffix, StringComparison.Ordinal)).Order(StringComparer.Ordinal)];
        }
    }

    public ILogFile Create(string name) => Change(() =>
    {
        _files.Add(name, new SimulatedFile());
        return new Handle(this, name, _files[name]);
    });

    public ILogFile Open(string name)
    {
        lock (_gate)
        {
            return new Handle(this, name, _files[name]);
        }
    }

    public void Delete(string name) => Change(() =>
    {
        Removals.Add(_operations);
        return _files.Remove(name);
    });

    public void Flush() => Change(() =>
    {
        _safeNames.Clear();
        foreach (var (name, file) in _files)
        {
            _safeNames.Add(name, file);
        }

        return true;
    });

    public void Keep()
    {
    }

    public void Dispose()
    {
    }

    private T Change<T>(Func<T> change)
    {
        lock (_gate)
        {
            _operations++;
            return _operations >= DiesAt || _operations == FailsAt ? throw new IOException("The disk is gone.") : change();
        }
    }

    private sealed class Handle(SimulatedDisk disk, string name, SimulatedFile file) : ILogFile
    {
        public string Name => name;

        public long Length
        {
            get
            {
                lock (disk._gate)
                {
                    return file.Length;
                }
            }
        }

        public void Write(IReadOnlyList<ReadOnlyMemory<byte>> parts, long offset)
        {
            foreach (var part in parts)
            {
                lock (disk._gate)
                {
                    // The write at which the disk dies may have reached it.
                    if (disk._operations + 1 <= disk.DiesAt)
                    {
                        file.Write(part.Span, offset);
                    }

                    offset += part.Length;
                }
            }

            disk.Change(() => true);
        }

        public int Read(Span<byte> into, long offset)
        {
            lock (disk._gate)
            {
                var count = file.Read(into, offset);
                disk.BytesRead += count;
                return count;
            }
        }

        public void Flush() => disk.Change(() =>
        {
            disk.Flushes++;
            file.Flush();
            return true;
        });

        public void Truncate(long length) => disk.Change(() =>
        {
            file.Truncate(length);
            return true;
        });

        public void Dispose()
        {
        }
    }
}
