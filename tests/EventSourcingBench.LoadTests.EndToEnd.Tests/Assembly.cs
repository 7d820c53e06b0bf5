// Signals, users and /proc: what is looked at from outside is Linux's.
[assembly: SupportedOSPlatform("linux")]
