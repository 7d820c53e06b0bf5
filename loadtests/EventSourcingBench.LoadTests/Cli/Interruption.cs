using System.Runtime.InteropServices;

namespace EventSourcingBench.LoadTests.Cli;

/// <summary>
/// Ctrl-C and SIGTERM. The first one ends the step: what was measured is verified and reported, and the servers are
/// stopped. The second one ends the process at once; supervisors then stop what it started.
/// </summary>
internal sealed class Interruption : IDisposable
{
    private readonly CancellationTokenSource _source = new();
    private readonly PosixSignalRegistration[] _registrations;

    public Interruption() =>
        _registrations =
        [
            PosixSignalRegistration.Create(PosixSignal.SIGINT, OnSignal),
            PosixSignalRegistration.Create(PosixSignal.SIGTERM, OnSignal),
        ];

    public CancellationToken Token => _source.Token;

    public bool Happened => _source.IsCancellationRequested;

    public void Dispose()
    {
        foreach (var registration in _registrations)
        {
            registration.Dispose();
        }

        _source.Dispose();
    }

    private void OnSignal(PosixSignalContext context)
    {
        if (_source.IsCancellationRequested)
        {
            return;
        }

        context.Cancel = true;
        _source.Cancel();
    }
}
