using MongoDB.Bson;

namespace EventSourcingBench.Tests;

/// <summary>The part of the query language that the stores and NEventStore use. Anything else is an error, not a guess.</summary>
internal static class WireQuery
{
    public static bool Matches(BsonDocument document, BsonDocument filter) => filter.All(e => e.Name switch
    {
        "$and" => e.Value.AsBsonArray.All(f => Matches(document, f.AsBsonDocument)),
        _ => Matches(document.GetValue(e.Name, BsonNull.Value), e.Value),
    });

    public static List<BsonDocument> Sorted(IEnumerable<BsonDocument> documents, BsonDocument? sort)
    {
        var found = documents.ToList();
        if (sort is not null)
        {
            found.Sort((a, b) => sort.Select(s => a.GetValue(s.Name, BsonNull.Value).CompareTo(b.GetValue(s.Name, BsonNull.Value)) * s.Value.ToInt32())
                .FirstOrDefault(c => c != 0));
        }

        return found;
    }

    public static BsonDocument Projected(BsonDocument document, BsonDocument? projection) => projection is null
        ? document
        : new BsonDocument(document.Elements.Where(e => e.Name == "_id" || projection.Contains(e.Name)));

    public static BsonDocument Updated(BsonDocument? before, BsonDocument update, BsonDocument filter)
    {
        var after = before?.DeepClone().AsBsonDocument ?? new BsonDocument(filter.Elements.Where(e => e.Value is not BsonDocument d || !d.Contains("$in")));
        foreach (var (op, fields) in update.Elements.Select(e => (e.Name, e.Value.AsBsonDocument)))
        {
            foreach (var field in fields)
            {
                switch (op)
                {
                    case "$set":
                    case "$setOnInsert" when before is null:
                        after[field.Name] = field.Value;
                        break;
                    case "$inc":
                        after[field.Name] = Sum(after.GetValue(field.Name, 0), field.Value);
                        break;
                    case "$setOnInsert":
                        break;
                    default:
                        throw new WireException(9, "FailedToParse", $"Unknown modifier: {op}");
                }
            }
        }

        return after;
    }

    private static BsonValue Sum(BsonValue one, BsonValue other) =>
        one.IsInt64 || other.IsInt64 ? one.ToInt64() + other.ToInt64() : one.ToInt32() + other.ToInt32();

    private static bool Matches(BsonValue value, BsonValue condition)
    {
        if (condition is not BsonDocument operators || operators.ElementCount == 0 || !operators.GetElement(0).Name.StartsWith('$'))
        {
            return value == condition;
        }

        return operators.All(o => o.Name switch
        {
            "$eq" => value == o.Value,
            "$ne" => value != o.Value,
            "$gt" => value > o.Value,
            "$gte" => value >= o.Value,
            "$lt" => value < o.Value,
            "$lte" => value <= o.Value,
            "$in" => o.Value.AsBsonArray.Contains(value),
            _ => throw new WireException(2, "BadValue", $"unknown operator: {o.Name}"),
        });
    }
}
