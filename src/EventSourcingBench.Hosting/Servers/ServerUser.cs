namespace EventSourcingBench.Hosting.Servers;

/// <summary>The user that a server runs as: this one, or one without privileges where this one is root, which the server refuses.</summary>
/// <param name="Name">The user's name; null for the user that runs this process.</param>
/// <param name="Prefix">What a command begins with to run as this user.</param>
internal sealed record ServerUser(string? Name, string[] Prefix)
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(10);

    public static async Task<(ServerUser? User, Unavailable? Unavailable)> FindAsync(
        string kind, IReadOnlyList<string> candidates, CancellationToken cancellationToken)
    {
        if (!Environment.IsPrivilegedProcess || candidates.Count == 0)
            return (new ServerUser(null, []), null);

        foreach (var name in candidates)
        {
            if (await PrefixAsync(name, cancellationToken) is { } prefix)
                return (new ServerUser(name, prefix), null);
        }

        return (null, new Unavailable(
            $"A {kind} server refuses to run as root, and there is no other user to run it as ({string.Join(", ", candidates)}) "
            + "or neither setpriv nor runuser to become that user.",
            "Install util-linux, or run as an ordinary user."));
    }

    public string[] Command(params string[] command) => [.. Prefix, .. command];

    /// <summary>Runs a command as this user, with the environment of the given start.</summary>
    public async Task<CommandResult> RunAsync(
        ProcessStartInfo start, TimeSpan limit, CancellationToken cancellationToken, params string[] command)
    {
        var full = Command(command);
        start.FileName = full[0];
        foreach (var argument in full[1..])
            start.ArgumentList.Add(argument);

        // The working directory of the runner may be closed to the user.
        start.WorkingDirectory = "/";
        return await ChildCommand.RunAsync(start, limit, cancellationToken) ?? new CommandResult(127, [$"{full[0]} is not there."]);
    }

    /// <summary>Gives a folder to this user, and checks that the user can get there.</summary>
    public async Task TakeOverAsync(string folder, CancellationToken cancellationToken)
    {
        if (Name is null)
            return;

        var given = await ChildCommand.RunAsync(new ProcessStartInfo("chown", [Name, folder]), Limit, cancellationToken);
        var reached = given?.ExitCode == 0 ? await RunAsync(new(), Limit, cancellationToken, "test", "-w", folder) : given;
        if (reached?.ExitCode != 0)
        {
            throw new StoreUnavailableException(
                $"The user {Name}, who has to run the server because it refuses root, cannot write to {folder}: "
                + "a folder above it is closed to others. Choose another work folder, or set TMPDIR to one that is open.");
        }
    }

    private static async Task<string[]?> PrefixAsync(string name, CancellationToken cancellationToken)
    {
        var id = await ChildCommand.RunAsync(new ProcessStartInfo("id", ["-g", name]), Limit, cancellationToken);
        return id is not { ExitCode: 0, Output: [var group] } ? null
            : Executables.Find("setpriv") is { } setpriv ? [setpriv, "--reuid", name, "--regid", group, "--init-groups", "--"]
            : Executables.Find("runuser") is { } runuser ? [runuser, "-u", name, "--"]
            : null;
    }
}
