namespace EventSourcingBench.Reporting.Site;

/// <summary>Makes a static site of published runs, which opens from files and without a network.</summary>
public static class SiteWriter
{
    /// <summary>Writes <c>index.html</c> with all numbers, and copies the files of the runs to <c>published</c>.</summary>
    /// <param name="published">The folder with the files of the runs.</param>
    /// <param name="notes">The folder with the maintainers' texts, <c>STORE.md</c>; it need not be there.</param>
    /// <param name="output">Made if it is not there.</param>
    /// <returns>The path of the page.</returns>
    /// <exception cref="FormatException">A file of a run cannot be read.</exception>
    public static async Task<string> WriteAsync(
        string published, string notes, string output, CancellationToken cancellationToken = default)
    {
        var texts = new Dictionary<string, string>(StringComparer.Ordinal);
        foreach (var file in Directory.Exists(notes) ? Directory.GetFiles(notes, "*.md") : [])
            texts[Path.GetFileNameWithoutExtension(file)] = (await File.ReadAllTextAsync(file, cancellationToken)).Trim();

        var model = new SiteModel(PublishedRunFile.ReadAll(published), texts);
        var files = Directory.CreateDirectory(Path.Combine(output, "published")).FullName;
        foreach (var name in model.Runs.Select(r => r.Id + ".json"))
        {
            var (from, to) = (Path.GetFullPath(Path.Combine(published, name)), Path.Combine(files, name));
            // The runs may be in the folder of the site already.
            if (from != to)
                File.Copy(from, to, overwrite: true);
        }

        var page = Path.Combine(Path.GetFullPath(output), "index.html");
        await File.WriteAllTextAsync(page, await HtmlReport.RenderAsync<SitePage, SiteModel>(model), cancellationToken);
        return page;
    }
}
