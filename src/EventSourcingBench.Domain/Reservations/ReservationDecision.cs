namespace EventSourcingBench.Domain.Reservations;

/// <summary>What a show answers to a command.</summary>
/// <param name="Happens">The event to append; null when none is.</param>
/// <param name="Refusal">The rule that refuses it; null when none does. Both null: it is a repeat of what was done already.</param>
public readonly record struct ReservationDecision(ReservationEvent? Happens, ReservationRefusal? Refusal)
{
    /// <summary>True when the same command was carried out before: there is nothing to append.</summary>
    public bool IsRepeat => Happens is null && Refusal is null;

    /// <summary>The event is to be appended.</summary>
    /// <param name="happens">The event.</param>
    public static ReservationDecision Accept(ReservationEvent happens) => new(happens, null);

    /// <summary>A rule refuses it.</summary>
    /// <param name="refusal">The rule.</param>
    public static ReservationDecision Refuse(ReservationRefusal refusal) => new(null, refusal);
}
