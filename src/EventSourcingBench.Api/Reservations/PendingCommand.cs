namespace EventSourcingBench.Api.Reservations;

/// <summary>A command in a show's mailbox.</summary>
internal sealed class PendingCommand(ShowCommand command)
{
    // The mailbox must not run the continuations of waiting callers.
    private readonly TaskCompletionSource<ReservationAnswer> _answer = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public ShowCommand Command => command;

    public Task<ReservationAnswer> Answer => _answer.Task;

    public void Complete(ReservationAnswer answer) => _answer.TrySetResult(answer);

    public void Fail(Exception failure) => _answer.TrySetException(failure);
}
