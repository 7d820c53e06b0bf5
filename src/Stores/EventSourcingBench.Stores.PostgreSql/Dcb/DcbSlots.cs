using Npgsql;

namespace EventSourcingBench.Stores.PostgreSql.Dcb;

/// <summary>The parameters of one statement within those of a command.</summary>
/// <param name="Parameters">The parameters of the command.</param>
/// <param name="First">The number of parameters before the statement's.</param>
internal readonly record struct DcbSlots(NpgsqlParameterCollection Parameters, int First)
{
    /// <summary>Sets the statement's parameter with this index, from 0.</summary>
    public void Set<T>(int index, T value) => ((NpgsqlParameter<T>)Parameters[First + index]).TypedValue = value;
}
