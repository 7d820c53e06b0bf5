using Akka.Actor;
using Akka.Event;

namespace EventSourcingBench.CommandSides.Akka;

/// <summary>Akka's errors, on the API's standard error. A version conflict is none: it is answered as what it is.</summary>
internal sealed class ErrorLog : ReceiveActor
{
    public ErrorLog()
    {
        Receive<InitializeLogger>(_ => Sender.Tell(new LoggerInitialized()));
        Receive<Error>(
            e => e.Cause is not StaleShowException,
            e => Console.Error.WriteLine($"akka: {e.LogSource}: {e.Message} {e.Cause?.Message}".TrimEnd()));
        ReceiveAny(_ => { });
    }
}
