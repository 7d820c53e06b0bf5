using Akka.Actor;
using Akka.Event;

namespace EventSourcingBench.CommandSides.Akka;

/// <summary>Writes Akka's errors to the API's standard error. A version conflict is not one: it is returned as a result.</summary>
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
