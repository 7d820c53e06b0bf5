using System.Security.Cryptography;

namespace EventSourcingBench.Api.Reservations;

/// <summary>Loads the show, decides, and appends with the version read; a conflict is retried after a random, doubling wait.</summary>
internal sealed class OptimisticReservations(IEventStore events, ShowSource source, TimeProvider time) : IReservations
{
    private const int MostDoublings = 6;

    public async ValueTask<ReservationAnswer> RunAsync(
        string show, ShowCommand command, int maxAttempts, CancellationToken cancellationToken = default)
    {
        for (var tries = 1; ; tries++)
        {
            var loaded = await source.LoadAsync(show, cancellationToken);
            var decision = loaded.Show.Decide(command);
            if (decision.Happens is not { } happens)
                return new ReservationAnswer(decision.Refusal, tries - 1, decision.Refusal is null ? null : loaded.Show.Taken);

            var data = ReservationEvents.ToEventData(command.Id, happens);
            var result = await events.AppendAsync(ShowStreams.Of(show), ExpectedVersion.After(loaded.Version), [data], cancellationToken);
            if (result is Appended appended)
            {
                // The store may recognize the event from a first attempt whose answer was lost: then the version is not the next one.
                if (appended.StreamVersion == loaded.Version + 1)
                {
                    loaded.Show.Apply(command.Id, happens);
                    await source.AppendedAsync(show, loaded with { Version = appended.StreamVersion }, cancellationToken);
                }

                // What it was decided on also where the store has put a new one elsewhere: who reads it there knows that it should not be.
                return new ReservationAnswer(
                    Refusal: null, tries, Version: appended.StreamVersion > loaded.Version ? loaded.Version + 1 : null);
            }

            if (tries == maxAttempts)
                return new ReservationAnswer(Refusal: null, tries, IsConflict: true);

            var times = RequestTimes.Mark(RequestPart.Wait);
            // In whole milliseconds, to which a delay is cut.
            var wait = RandomNumberGenerator.GetInt32(1, (1 << Math.Min(tries, MostDoublings)) + 1);
            await Task.Delay(TimeSpan.FromMilliseconds(wait), time, cancellationToken);
            times?.Enter(RequestPart.Adapter);
        }
    }
}
