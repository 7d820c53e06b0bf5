using System.Runtime.ExceptionServices;
using NEventStore.Persistence;

namespace EventSourcingBench.Stores.MongoDb;

internal static class StorageErrors
{
    /// <summary>The driver's exception; any other exception unchanged.</summary>
    public static Exception Unwrapped(Exception e) => e is StorageException { InnerException: { } inner } ? inner : e;

    /// <summary>Makes a call whose failures are thrown as the driver's exceptions.</summary>
    public static async Task<T> UnwrappedAsync<T>(Func<Task<T>> call)
    {
        try
        {
            return await call();
        }
        catch (StorageException e)
        {
            ExceptionDispatchInfo.Throw(Unwrapped(e));
            throw;
        }
    }
}
