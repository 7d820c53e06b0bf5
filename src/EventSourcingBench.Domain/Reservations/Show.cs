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

    /// <summary>The show as a snapshot has it.</summary>
    public static Show From(ShowSnapshot snapshot) => new() { _created = snapshot.Created, _seats = [.. snapshot.Seats] };

    /// <summary>Everything that decisions depend on.</summary>
    public ShowSnapshot ToSnapshot(long version) => new() { Version = version, Created = _created, Seats = [.. _seats] };

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

    /// <summary>What comes of a command, as things are.</summary>
    public ReservationDecision Decide(ShowCommand command) => command.Kind switch
    {
        ShowCommandKind.Create => Create(command),
        ShowCommandKind.Reserve => Reserve(command),
        ShowCommandKind.Cancel => Cancel(command),
        _ => throw new ArgumentException($"{command.Kind} is no command.", nameof(command)),
    };

    private ReservationDecision Create(ShowCommand command) =>
        Seats == 0 ? ReservationDecision.Accept(command.Event)
        : command.Id == _created ? default
        : ReservationDecision.Refuse(ReservationRefusal.ShowExists);

    private ReservationDecision Reserve(ShowCommand command) =>
        RefuseUnknown(command.Number) is { } refusal ? ReservationDecision.Refuse(refusal)
        : command.Id == _seats[command.Number - 1].Reserved ? default
        : _seats[command.Number - 1].IsTaken ? ReservationDecision.Refuse(ReservationRefusal.SeatTaken)
        : ReservationDecision.Accept(command.Event);

    private ReservationDecision Cancel(ShowCommand command) =>
        RefuseUnknown(command.Number) is { } refusal ? ReservationDecision.Refuse(refusal)
        : command.Id == _seats[command.Number - 1].Cancelled ? default
        : _seats[command.Number - 1].IsTaken ? ReservationDecision.Accept(command.Event)
        : ReservationDecision.Refuse(ReservationRefusal.SeatNotReserved);

    private ReservationRefusal? RefuseUnknown(int seat) =>
        Seats == 0 ? ReservationRefusal.NoSuchShow
        : Has(seat) ? null
        : ReservationRefusal.NoSuchSeat;

    private bool Has(int seat) => seat >= 1 && seat <= Seats;
}

/// <summary>What a show answers to a command.</summary>
/// <param name="Happens">The event to append; null when none is.</param>
/// <param name="Refusal">The rule that refuses it; null when none does. Both null: it is a repeat of what was done already.</param>
public readonly record struct ReservationDecision(ReservationEvent? Happens, ReservationRefusal? Refusal)
{
    /// <summary>The event is to be appended.</summary>
    public static ReservationDecision Accept(ReservationEvent happens) => new(happens, null);

    /// <summary>A rule refuses it.</summary>
    public static ReservationDecision Refuse(ReservationRefusal refusal) => new(null, refusal);
}

/// <summary>Why a command was refused by the rules.</summary>
public enum ReservationRefusal
{
    /// <summary>There is no show of this id.</summary>
    NoSuchShow = 1,

    /// <summary>A show of this id is there already.</summary>
    ShowExists = 2,

    /// <summary>The show has no seat of this number.</summary>
    NoSuchSeat = 3,

    /// <summary>The seat is reserved already.</summary>
    SeatTaken = 4,

    /// <summary>The seat is not reserved.</summary>
    SeatNotReserved = 5,
}
