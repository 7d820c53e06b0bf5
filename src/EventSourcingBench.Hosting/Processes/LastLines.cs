namespace EventSourcingBench.Hosting.Processes;

/// <summary>Keeps the last lines that a process said.</summary>
internal sealed class LastLines(int most)
{
    private readonly Queue<string> _lines = new();

    public void Add(string line)
    {
        lock (_lines)
        {
            _lines.Enqueue(line);
            if (_lines.Count > most)
            {
                _lines.Dequeue();
            }
        }
    }

    public IReadOnlyList<string> ToList()
    {
        lock (_lines)
        {
            return [.. _lines];
        }
    }
}
