using System.Security.Cryptography;
using System.Text.RegularExpressions;

namespace EventSourcingBench.Hosting.Stores;

/// <summary>Names that keep the data of one opening of a store apart from all others on the same server.</summary>
public static partial class RunNamespace
{
    private const string Letters = "abcdefghijklmnopqrstuvwxyz0123456789";
    private const int RandomLength = 8;

    /// <summary>A new name such as <c>esb_20261121t073400_ab12cd34</c>: the time for people, a random part so that runs do not meet.</summary>
    public static string Create(TimeProvider time)
    {
        var now = time.GetUtcNow().ToString("yyyyMMdd't'HHmmss", CultureInfo.InvariantCulture);
        return $"esb_{now}_{RandomNumberGenerator.GetString(Letters, RandomLength)}";
    }

    /// <summary>Whether a name has the form that stores rely on: 1 to 40 of a-z, 0-9 and <c>_</c>, starting with a letter.</summary>
    public static bool IsValid(string name) => Form().IsMatch(name);

    [GeneratedRegex(@"\A[a-z][a-z0-9_]{0,39}\z", RegexOptions.CultureInvariant)]
    private static partial Regex Form();
}
