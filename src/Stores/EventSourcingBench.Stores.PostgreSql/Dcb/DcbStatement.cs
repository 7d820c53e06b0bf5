using Npgsql;

namespace EventSourcingBench.Stores.PostgreSql.Dcb;

/// <summary>A statement and the mapping of its input to parameters.</summary>
/// <param name="script">The name of its script.</param>
/// <param name="declare">Adds its parameters, with types and without values.</param>
/// <param name="fill">Sets the values.</param>
internal sealed class DcbStatement<T>(string script, Action<NpgsqlParameterCollection> declare, Action<DcbSlots, T> fill)
{
    /// <summary>The text, with parameters numbered from $1.</summary>
    public string Text(SqlScripts scripts) => scripts.Get(script);

    /// <summary>Adds its parameters after the existing ones, and returns their range.</summary>
    public DcbSlots Declare(NpgsqlParameterCollection parameters)
    {
        var slots = new DcbSlots(parameters, parameters.Count);
        declare(parameters);
        return slots;
    }

    /// <summary>Sets the values.</summary>
    public void Fill(DcbSlots slots, T work) => fill(slots, work);
}
