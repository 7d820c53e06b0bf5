namespace EventSourcingBench.Stores.Etcd;

/// <summary>A voting member of the cluster.</summary>
/// <param name="Id">Its id.</param>
/// <param name="Name">Its name.</param>
/// <param name="Addresses">The client addresses it advertises; they may not be reachable from here.</param>
internal sealed record EtcdMember(ulong Id, string Name, IReadOnlyList<Uri> Addresses)
{
    /// <summary>Reads the voting members from a member list.</summary>
    public static IReadOnlyList<EtcdMember> Voters(JsonElement answer) => answer.TryGetProperty("members", out var members)
        ? [.. members.EnumerateArray().Where(m => !EtcdAnswer.Flag(m, "isLearner")).Select(Read)]
        : [];

    private static EtcdMember Read(JsonElement member) => new(
        EtcdAnswer.Id(member, "ID"),
        EtcdAnswer.Text(member, "name"),
        member.TryGetProperty("clientURLs", out var urls)
            ? [.. urls.EnumerateArray().Select(u => Uri.TryCreate(u.GetString(), UriKind.Absolute, out var url) ? url : null).OfType<Uri>()]
            : []);
}
