-- Types and tags as words of a text, with an inverted index.
ALTER TABLE {schema}.dcb_events ADD COLUMN IF NOT EXISTS words tsvector NOT NULL;

CREATE INDEX IF NOT EXISTS dcb_events_words_key ON {schema}.dcb_events USING gin (words);
