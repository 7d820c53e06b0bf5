using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Runtime.Serialization.Json;
using System.Text.RegularExpressions;
using System.Xml;
using System.Xml.Linq;
using Microsoft.Build.Framework;
using Microsoft.Build.Utilities;

/// <summary>Decides which of the projects that need a full NuGet source are left out of a build. All are restored as one graph. A project
/// whose restore reports an error, of whatever kind, is left out. Where a later version than the pinned one was taken, the project is
/// compiled against it and is left out if that fails. What was decided is in one text file per project, beside those of earlier builds.
/// Compiled by MSBuild (eng/LeftOut.targets), so it is limited to .NET Standard 2.0.</summary>
public sealed class LeaveOut : Task
{
    private const int MaxReasons = 3;

    // A few projects are evaluated sooner on one node than a second one has started.
    private static readonly string[] Quiet = ["-nologo", "-v:quiet", "-clp:NoSummary", "-nodeReuse:false", "-m:1"];

    [Required]
    public ITaskItem[] Projects { get; set; }

    /// <summary>The text that marks a project which may be left out. An error of any other project is an error of the build.</summary>
    [Required]
    public string Marker { get; set; }

    /// <summary>The folder of the decisions: <c>PROJECT.txt</c> has the reason, <c>PROJECT.later.txt</c> the versions taken.</summary>
    [Required]
    public string Folder { get; set; }

    [Required]
    public string Dotnet { get; set; }

    /// <summary>The configuration in which a project is compiled against a later version.</summary>
    [Required]
    public string Configuration { get; set; }

    /// <summary>Further arguments of the restore, separated by line breaks.</summary>
    public string RestoreArguments { get; set; } = "";

    public override bool Execute()
    {
        var projects = Projects.Select(p => p.GetMetadata("FullPath")).ToList();
        // RestoreGraphProjectInput is NuGet's property for several projects as one graph. In the environment it needs no quotes.
        var output = Run(
            ["msbuild", projects[0], "-t:Restore", .. Quiet, .. Lines(RestoreArguments)],
            ("RestoreGraphProjectInput", string.Join(";", projects))).Output;
        var restored = projects.Select(p => new RestoredProject(p)).ToList();
        if (restored.FirstOrDefault(p => !p.IsRead) is { } unread)
        {
            Log.LogError("{0} cannot be restored: {1}", unread.Path, output.Trim());
            return false;
        }

        Directory.CreateDirectory(Folder);
        var leftOut = new Dictionary<string, string>(StringComparer.Ordinal);
        // A project comes after those that it references, so that what was decided of them is known.
        foreach (var project in restored.OrderBy(p => p.References.Count))
        {
            if (Reason(project, leftOut) is not { } reason)
            {
                Write(project, ".later.txt", project.Later);
                continue;
            }

            if (!File.ReadAllText(project.Path).Contains(Marker))
            {
                Log.LogError("{0} cannot be built: {1}", project.Path, reason);
                return false;
            }

            leftOut[project.Path] = reason;
            Write(project, ".txt", reason);
        }

        return true;
    }

    private string Reason(RestoredProject project, Dictionary<string, string> leftOut)
    {
        if (project.References.FirstOrDefault(leftOut.ContainsKey) is { } reference)
            return $"{Path.GetFileNameWithoutExtension(reference)}, which it references, is left out";

        if (project.Errors.Count > 0)
        {
            var more = project.Errors.Count > MaxReasons ? $"; and {project.Errors.Count - MaxReasons} more" : "";
            return string.Join("; ", project.Errors.Take(MaxReasons)) + more;
        }

        return project.Later.Length == 0 ? null : CompileError(project);
    }

    private string CompileError(RestoredProject project)
    {
        var build = Run(["build", project.Path, "-c", Configuration, "--no-restore", .. Quiet]);
        if (build.ExitCode == 0)
            return null;

        var error = Lines(build.Output).FirstOrDefault(l => Regex.IsMatch(l, @"\berror\b")) ?? "the build failed";
        return $"it does not compile against {project.Later}: {Regex.Replace(error, @"^.*?\berror\s*|\.?\s*\[[^\]]*\]\s*$", "")}";
    }

    private void Write(RestoredProject project, string ending, string text)
    {
        if (text.Length > 0)
            File.WriteAllText(Path.Combine(Folder, Path.GetFileNameWithoutExtension(project.Path) + ending), text);
    }

    private (int ExitCode, string Output) Run(string[] arguments, params (string Name, string Value)[] environment)
    {
        var start = new ProcessStartInfo(Dotnet, string.Join(" ", arguments.Select(a => $"\"{a}\"")))
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            UseShellExecute = false,
        };
        start.EnvironmentVariables["DOTNET_CLI_UI_LANGUAGE"] = "en";
        foreach (var (name, value) in environment)
            start.EnvironmentVariables[name] = value;

        using var process = Process.Start(start);
        var errors = process.StandardError.ReadToEndAsync();
        var output = process.StandardOutput.ReadToEnd() + errors.Result;
        process.WaitForExit();
        return (process.ExitCode, output);
    }

    private static string[] Lines(string text) => text.Split(['\r', '\n'], StringSplitOptions.RemoveEmptyEntries);

    /// <summary>What a restore left in a project's <c>project.assets.json</c>.</summary>
    private sealed class RestoredProject
    {
        private readonly List<(string Id, string Version)> _asked;

        public RestoredProject(string path)
        {
            Path = path;
            var folder = System.IO.Path.GetDirectoryName(path);
            var file = System.IO.Path.Combine(folder, "obj", "project.assets.json");
            IsRead = File.Exists(file);
            if (!IsRead)
                return;

            // .NET Standard reads JSON as XML. A name that is no XML name stands in the attribute "item".
            using var reader = JsonReaderWriterFactory.CreateJsonReader(File.ReadAllBytes(file), XmlDictionaryReaderQuotas.Max);
            var assets = XElement.Load(reader);
            var framework = Member(assets, "project", "frameworks").SelectMany(f => f.Elements());
            _asked = framework.SelectMany(f => Member(f, "dependencies")).SelectMany(d => d.Elements())
                .Select(d => (Name(d), ((string)d.Element("version") ?? "").Trim('[', ' ').Split(',')[0])).ToList();
            var libraries = Member(assets, "libraries").SelectMany(l => l.Elements()).ToList();
            References = libraries.Select(l => (string)l.Element("msbuildProject")).Where(p => p is not null)
                .Select(p => System.IO.Path.GetFullPath(System.IO.Path.Combine(folder, p))).ToList();
            var taken = libraries.Select(l => Name(l).Split('/')).ToLookup(n => n[0], n => n[1], StringComparer.OrdinalIgnoreCase);
            var later = _asked.Where(a => taken[a.Id].FirstOrDefault() is { } t && t != a.Version).ToList();
            Later = string.Join(", ", later.Select(a => $"{a.Id} {taken[a.Id].First()} instead of {a.Version}"));
            Errors = Member(assets, "logs").SelectMany(l => l.Elements()).Where(l => (string)l.Element("level") == "Error")
                .OrderByDescending(l => ((string)l.Element("code")).StartsWith("NU110", StringComparison.Ordinal))
                .Select(Text).Distinct().ToList();
            if (Errors.Count > 0)
                Errors.InsertRange(0, later.Select(a => Missing(a.Id, a.Version, taken[a.Id].First())));
        }

        public string Path { get; }

        // False where the restore ended before it wrote anything.
        public bool IsRead { get; }

        // The projects that it references, directly or not, by full path.
        public IReadOnlyList<string> References { get; } = [];

        // The packages of which a later version than the pinned one was taken; empty for none.
        public string Later { get; } = "";

        // What the restore reported as errors, in one line each: missing packages first.
        public List<string> Errors { get; } = [];

        private string Text(XElement log)
        {
            var code = (string)log.Element("code");
            var message = Regex.Replace((string)log.Element("message"), @"^Warning As Error: |\.$", "");
            var id = (string)log.Element("libraryId");
            var asked = _asked.Where(a => a.Id.Equals(id, StringComparison.OrdinalIgnoreCase)).Select(a => a.Version).FirstOrDefault();
            var nearest = Regex.Match(message, @"Nearest version: ([^\s\]]+)");
            return code switch
            {
                "NU1101" when asked is null => $"{id}, a dependency, is not on the NuGet source in any version ({code})",
                "NU1101" => $"{id} {asked} is not on the NuGet source in any version ({code})",
                "NU1102" or "NU1103" when asked is not null && nearest.Success => $"{Missing(id, asked, nearest.Groups[1].Value)} ({code})",
                // What follows the first sentence is advice to the project's author, and the path to each package.
                "NU1605" => $"{Regex.Replace(message, @"\. .*|[\r\n].*", "", RegexOptions.Singleline)} ({code})",
                _ => $"{Regex.Replace(message, @"\s*[\r\n]+\s*", " ")} ({code})",
            };
        }

        private static string Missing(string id, string asked, string there) =>
            $"{id} {asked} is not on the NuGet source, which has {there}";

        private static IEnumerable<XElement> Member(XElement owner, params string[] path)
        {
            IEnumerable<XElement> found = [owner];
            return path.Aggregate(found, (parents, name) => parents.SelectMany(p => p.Elements()).Where(e => Name(e) == name));
        }

        private static string Name(XElement member) => (string)member.Attribute("item") ?? member.Name.LocalName;
    }
}
