using EventSourcingBench.Reporting.Site;

namespace EventSourcingBench.LoadTests.Cli;

internal static class SiteCommand
{
    public static Command Create()
    {
        var published = new Option<string>("--published")
        {
            Description = "The folder with published runs.",
            DefaultValueFactory = _ => PublishCommand.Folder,
        };
        var notes = new Option<string>("--notes")
        {
            Description = "The folder with the maintainers' notes, STORE.md.",
            DefaultValueFactory = _ => "results/notes",
        };
        var output = new Option<string>("--output") { Description = "Where to write.", DefaultValueFactory = _ => "results/site" };
        var command = new Command("site", "Make a static page of all published runs") { published, notes, output };
        command.SetAction(async (result, cancellation) =>
        {
            var folder = result.GetRequiredValue(output);
            try
            {
                Console.WriteLine(await SiteWriter.WriteAsync(
                    result.GetRequiredValue(published), result.GetRequiredValue(notes), folder, cancellation));
                return ExitCodes.Success;
            }
            catch (FormatException e)
            {
                throw new UserException(e.Message);
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                throw new UserException($"{folder} cannot be written: {e.Message} Name another folder with --output.", e);
            }
        });
        return command;
    }
}
