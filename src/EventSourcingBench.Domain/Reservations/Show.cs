namespace EventSourcingBench.Domain.Reservations;

/// <summary>A show with its seats, folded from its events: each seat is held by one reservation at most. A command is known again by the id
/// of its event, as long as no other command has changed the same seat since; after that it is for the store to know the event again. Not
/// safe for concurrent use.</summary>
public sealed class Show
{
    private Guid _created;
    private SeatSnapshot[] _seats = [];

    /// <summary>How many seats it has; 0: there is no such show.</summary>
    public int Seats => _seats.Length;

    /// <summary>The seats that are reserved, in order.</summary>
    public IReadOnlyList<int> Taken => [.. Enumerable.Range(1, _seats.Length).Where(n => _seats[n - 1].IsTaken)];

    public static Show From(ShowSnapshot snapshot) => new() { _created = snapshot.Created, _seats = [.. snapshot.Seats] };

    /// <summary>Everything that decisions depend on.</summary>
    public ShowSnapshot ToSnapshot(long version) => new(version, _created, [.. _seats]);

    /// <summary>Takes an event of its stream, in the stream's order.</summary>
    /// <exception cref="ForeignEventException">The event cannot have come after those before it.</exception>
    public void Apply(Guid id, ReservationEvent happened)
    {
        switch (happened)
        {
            case ShowCreated created when Seats == 0 && ReservationRules.IsSeats(created.Seats):
                _created = id;
                _seats = new SeatSnapshot[created.Seats];
                break;
            case SeatReserved reserved when Has(reserved.Seat) && !_seats[reserved.Seat - 1].IsTaken:
                _seats[reserved.Seat - 1] = _seats[reserved.Seat - 1] with { Reserved = id, IsTaken = true };
                break;
            case ReservationCancelled cancelled when Has(cancelled.Seat) && _seats[cancelled.Seat - 1].IsTaken:
                _seats[cancelled.Seat - 1] = _seats[cancelled.Seat - 1] with { Cancelled = id, IsTaken = false };
                break;
            default:
                var taken = string.Join(", ", Taken);
                throw new ForeignEventException(
                    id, $"is {happened}, which cannot happen to a show with {Seats} seats, of which these are reserved: {taken}.");
        }
    }

    public ReservationDecision Decide(ShowCommand command)
    {
        var seat = Has(command.Number) ? _seats[command.Number - 1] : default;
        return command.Kind switch
        {
            ShowCommandKind.Create => Of(command, Seats > 0 && command.Id == _created, Seats > 0 ? ReservationRefusal.ShowExists : null),
            _ when Seats == 0 => new(null, ReservationRefusal.NoSuchShow),
            _ when !Has(command.Number) => new(null, ReservationRefusal.NoSuchSeat),
            ShowCommandKind.Reserve => Of(command, command.Id == seat.Reserved, seat.IsTaken ? ReservationRefusal.SeatTaken : null),
            ShowCommandKind.Cancel => Of(command, command.Id == seat.Cancelled, seat.IsTaken ? null : ReservationRefusal.SeatNotReserved),
            _ => throw new ArgumentException($"{command.Kind} is no command.", nameof(command)),
        };
    }

    private static ReservationDecision Of(ShowCommand command, bool isRepeat, ReservationRefusal? refusal) =>
        isRepeat ? default : refusal is null ? new(command.Event, null) : new(null, refusal);

    private bool Has(int seat) => seat >= 1 && seat <= Seats;
}

/// <summary>What a show answers to a command.</summary>
/// <param name="Happens">The event to append; null when none is.</param>
/// <param name="Refusal">The rule that refuses it; null when none does. Both null: it is a repeat of what was done already.</param>
public readonly record struct ReservationDecision(ReservationEvent? Happens, ReservationRefusal? Refusal);

public enum ReservationRefusal
{
    NoSuchShow = 1,
    ShowExists = 2,
    NoSuchSeat = 3,
    SeatTaken = 4,
    SeatNotReserved = 5,
}
