using Npgsql;

namespace EventSourcingBench.Stores.PostgreSql;

/// <summary>A statement and how what it takes is put into its parameters.</summary>
/// <param name="script">The name of its text.</param>
/// <param name="declare">Adds its parameters, of the right types and without values.</param>
/// <param name="fill">Puts the values in.</param>
internal sealed class DcbStatement<T>(string script, Action<NpgsqlParameterCollection> declare, Action<DcbSlots, T> fill)
{
    /// <summary>Its text, whose parameters count from $1.</summary>
    public string Text(SqlScripts scripts) => scripts.Get(script);

    /// <summary>Adds its parameters behind those that are there, and tells where they are.</summary>
    public DcbSlots Declare(NpgsqlParameterCollection parameters)
    {
        var slots = new DcbSlots(parameters, parameters.Count);
        declare(parameters);
        return slots;
    }

    /// <summary>Puts the values in.</summary>
    public void Fill(DcbSlots slots, T work) => fill(slots, work);
}
