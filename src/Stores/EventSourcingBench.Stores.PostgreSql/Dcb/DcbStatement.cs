using Npgsql;

namespace EventSourcingBench.Stores.PostgreSql.Dcb;

/// <summary>A script with parameters from $1, the declaration of their types, and the mapping of its input to their values.</summary>
internal sealed record DcbStatement<T>(string Script, Action<NpgsqlParameterCollection> Parameters, Action<DcbSlots, T> Fill)
{
    /// <summary>Adds its parameters after the existing ones, and returns their range.</summary>
    public DcbSlots Declare(NpgsqlParameterCollection parameters)
    {
        var slots = new DcbSlots(parameters, parameters.Count);
        Parameters(parameters);
        return slots;
    }
}

/// <summary>The parameters of one statement within those of a command: those from an index on.</summary>
internal readonly record struct DcbSlots(NpgsqlParameterCollection Parameters, int First)
{
    /// <summary>Sets the statement's parameter with this index, from 0.</summary>
    public void Set<T>(int index, T value) => Parameters.Set(First + index, value);
}
