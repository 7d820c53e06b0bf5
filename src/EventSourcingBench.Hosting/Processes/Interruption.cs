namespace EventSourcingBench.Hosting.Processes;

/// <summary>Ctrl-C and SIGTERM. The first one cancels, which a program ends by in its own way; the second one ends the process.</summary>
public sealed class Interruption : IDisposable
{
    private readonly CancellationTokenSource _source = new();
    private readonly PosixSignalRegistration[] _registrations;

    public Interruption() => _registrations =
        [PosixSignalRegistration.Create(PosixSignal.SIGINT, OnSignal), PosixSignalRegistration.Create(PosixSignal.SIGTERM, OnSignal)];

    public CancellationToken Token => _source.Token;

    public bool Happened => _source.IsCancellationRequested;

    public void Dispose()
    {
        Array.ForEach(_registrations, r => r.Dispose());
        _source.Dispose();
    }

    private void OnSignal(PosixSignalContext context)
    {
        context.Cancel = !Happened;
        _source.Cancel();
    }
}
