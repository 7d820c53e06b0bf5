using Npgsql;

namespace EventSourcingBench.Stores.PostgreSql;

/// <summary>The parameters of one statement among those of a command.</summary>
/// <param name="Parameters">Those of the command.</param>
/// <param name="First">How many come before the statement's own.</param>
internal readonly record struct DcbSlots(NpgsqlParameterCollection Parameters, int First)
{
    /// <summary>Gives the statement's parameter of this number, from 0, its value.</summary>
    public void Set<T>(int index, T value) => ((NpgsqlParameter<T>)Parameters[First + index]).TypedValue = value;
}
