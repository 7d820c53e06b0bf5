namespace EventSourcingBench.Stores.Shared;

public static class Opening
{
    /// <summary>Opens a store in this process, which takes no time that could be cancelled.</summary>
    public static Func<StoreContext, CancellationToken, Task<IStore>> Of(Func<StoreContext, IStore> open) => (context, cancellationToken) =>
    {
        cancellationToken.ThrowIfCancellationRequested();
        return Task.FromResult(open(context));
    };
}
