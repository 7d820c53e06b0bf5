using EventSourcingBench.Reporting.Tests;

[assembly: AssemblyFixture(typeof(Chromium))]

namespace EventSourcingBench.Reporting.Tests;

/// <summary>The machine's own Chromium, started once for all tests; <see cref="Missing"/> says why where it cannot be.</summary>
public sealed class Chromium : IAsyncLifetime
{
    // The same engine without the windows of a browser does its work in little more than half of the time.
    private static readonly string[] Candidates =
        ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

    private IPlaywright? _playwright;

    public IBrowser? Browser { get; private set; }

    public string? Missing { get; private set; }

    public async ValueTask InitializeAsync()
    {
        if (Array.Find(Candidates, File.Exists) is not { } executable)
        {
            Missing = $"No Chromium is installed: looked for {string.Join(", ", Candidates)}.";
            return;
        }

        _playwright = await Playwright.CreateAsync();
        Browser = await _playwright.Chromium.LaunchAsync(new BrowserTypeLaunchOptions
        {
            ExecutablePath = executable,
            Args = ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-default-apps",
                "--disable-sync", "--no-first-run", "--disable-dev-shm-usage"],
        });
    }

    public async ValueTask DisposeAsync()
    {
        await (Browser?.CloseAsync() ?? Task.CompletedTask);
        _playwright?.Dispose();
    }
}
