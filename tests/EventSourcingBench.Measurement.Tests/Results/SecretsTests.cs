namespace EventSourcingBench.Measurement.Tests;

public sealed class SecretsTests
{
    [Theory]
    [InlineData("Host=db;Username=me;Password=pl4nted;Database=x", "Couldn't set 'pl4nted'", "Couldn't set '***'")]
    [InlineData("Host=db;Pwd='pl4;nted';Database=x", "the value pl4;nted", "the value ***")]
    [InlineData("Hostess=db;Password=pl4nted", "Hostess=db;Password=pl4nted", "Hostess=db;Password=***")]
    [InlineData("mongodb://me:pl4nted%40x@a:1,b:2/?replicaSet=r", "me:pl4nted%40x or pl4nted@x", "me:*** or ***")]
    [InlineData("mongodb://me:pl4nted@x@a:1/db", "mongodb://me:pl4nted@x@a:1/db", "mongodb://me:***@a:1/db")]
    [InlineData("http://me:pl4nted@a:1,you:0ther-one@b:2", "pl4nted, 0ther-one", "***, ***")]
    [InlineData("me:pl4nted@a:2379", "'me:pl4nted@a:2379'", "'me:***@a:2379'")]
    [InlineData("esdb://me:pl4nted@a:1?tls=false&tlsKeyPassword=0ther-one", "0ther-one pl4nted", "*** ***")]
    public void A_password_of_a_connection_string_is_hidden_in_any_text(string connectionString, string text, string expected) =>
        Of("EVENTSOURCINGBENCH_POSTGRES", connectionString).Redact(text).ShouldBe(expected);

    [Theory]
    [InlineData("Host=db;Username=postgres;Password=postgres")]
    [InlineData("postgres://postgres:postgres@db/x")]
    [InlineData("Host=db;Username=me;Password=append")]
    [InlineData("Host=db;Username=me;Password=a")]
    public void A_password_that_is_a_word_of_any_text_is_hidden_in_its_place_only(string connectionString)
    {
        var secrets = Of("EVENTSOURCINGBENCH_POSTGRES", connectionString);
        secrets.Redact("append on postgres: the database answers").ShouldBe("append on postgres: the database answers");
        var hidden = connectionString.Replace("d=" + connectionString.Split('=')[^1], "d=***").Replace(":postgres@", ":***@");
        secrets.Redact($"'{connectionString}'").ShouldBe($"'{hidden}'");
    }

    [Fact]
    public void The_secret_of_generators_is_hidden_and_other_variables_are_not()
    {
        Of("EVENTSOURCINGBENCH_GENERATOR_TOKEN", "0123456789abcdef").Redact("Bearer 0123456789abcdef").ShouldBe("Bearer ***");
        Of("PATH", "/x;Password=pl4nted").Redact("pl4nted").ShouldBe("pl4nted");
        Of("EVENTSOURCINGBENCH_POSTGRES", "").Redact("text").ShouldBe("text");
        var noPassword = Of("EVENTSOURCINGBENCH_UMADB", "http://127.0.0.1:50051?version=0.7.8");
        noPassword.Redact("0.7.8 at 127.0.0.1:50051").ShouldBe("0.7.8 at 127.0.0.1:50051");
    }

    private static Secrets Of(string variable, string value) => new([KeyValuePair.Create(variable, value)]);
}
