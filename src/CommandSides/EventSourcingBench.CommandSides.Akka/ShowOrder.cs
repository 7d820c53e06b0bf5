namespace EventSourcingBench.CommandSides.Akka;

/// <summary>A command for the actor of its show.</summary>
internal sealed record ShowOrder(string Show, ShowCommand Command);
