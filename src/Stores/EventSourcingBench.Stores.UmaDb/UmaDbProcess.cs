using System.IO.Compression;

namespace EventSourcingBench.Stores.UmaDb;

/// <summary>UmaDB's server: an executable, or the Python wheel that carries it as an extension module, which needs a Python 3.10 or later
/// but no installation.</summary>
internal static class UmaDbProcess
{
    private const string Wheel = ".whl";

    // Without this the module looks at the arguments of Python itself.
    private const string RunModule = "import sys, umadb; umadb.run_server_from_args(['umadb', *sys.argv[1:]])";
    private static readonly TimeSpan VersionLimit = TimeSpan.FromSeconds(10);

    public static ServerKind Kind { get; } = new()
    {
        Name = "umadb",
        DefaultPort = 50051,
        Local = new LocalSpec
        {
            Variables = ["UMADB"],
            Executables = ["umadb"],
            Places = ["../shared/umadb/umadb-*.whl"],
            Runners = new Dictionary<string, string>(StringComparer.Ordinal) { [Wheel] = "python3" },
            Install = "Install UmaDB's server (pip install umadb, or a binary of its releases on PATH), "
                + "or set UMADB to the path of its executable or wheel.",
            SettingsPrefixes = ["UMADB_"],
            Arguments = node => ["--listen", node.Address, "--db-path", Path.Combine(node.Folder, "umadb.db")],
            Ready = new ReadyProbe.Log("listening on"),
            // The server does not tell its version.
            ConnectionString = start => $"http://{start.Nodes[0].Address}?version={Uri.EscapeDataString(start.Version!)}",
            PrepareAsync = PrepareAsync,
        },
        Container = new ContainerSpec
        {
            Image = "umadb/umadb:0.7.8",
            Port = 50051,
            DataFolder = "/data",
            Command = ["--listen", "0.0.0.0:50051", "--db-path", "/data"],
            // The image has no shell and no client to ask with; it says this once its file is open and its port is bound.
            ReadyLine = "UmaDB started in",
            ConnectionString = (port, _) => $"http://127.0.0.1:{port}",
        },
    };

    private static async Task PrepareAsync(ServerNode node, CancellationToken cancellationToken)
    {
        var start = node.Start;
        if (start.Version is not null)
            return;

        if (start.Executable.EndsWith(Wheel, StringComparison.Ordinal))
        {
            var module = Path.Combine(start.DataFolder, "wheel");
            await ZipFile.ExtractToDirectoryAsync(start.Executable, module, overwriteFiles: true, cancellationToken);
            start.Command = ["python3", "-c", RunModule];
            start.Environment["PYTHONPATH"] = module;
            start.Environment["PYTHONUNBUFFERED"] = "1";
        }

        var said = await start.RunAsync(VersionLimit, [.. start.Command, "--version"], cancellationToken);
        start.Version = said is [.., var last]
            ? last.Replace("umadb ", "", StringComparison.Ordinal).Trim()
            : throw new StoreUnavailableException($"{start.Executable} does not tell its version.");
    }
}
