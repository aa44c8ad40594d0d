import Storage

/// The schema of the store of conversations.
///
/// Columns are what look-ups and paging need; everything a person could read is in `sealed`. Conversations,
/// messages and people are looked up by keyed index values (`RowSealer.index`). `sent_at` is Unix
/// milliseconds with the highest bit flipped, so that all of UInt64 sorts in SQLite's signed integers;
/// `sequence` is the order of arrival, `last_arrival` the newest of a conversation. `is_due` marks private
/// messages to us whose sender has not been told that they were read; `is_waiting` marks private messages
/// of ours that nobody confirmed.
enum Schema {
  /// Shipped steps never change; a change is a further step.
  static let migrations = [
    Migration(to: 1, script: first), Migration(to: 2, script: second), Migration(to: 3, script: third),
    Migration(to: 4, script: fourth),
  ]

  private static let first = """
    CREATE TABLE key_check (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      sealed BLOB NOT NULL
    ) STRICT;
    CREATE TABLE conversation (
      id INTEGER PRIMARY KEY,
      key BLOB NOT NULL UNIQUE,
      is_private INTEGER NOT NULL,
      message_count INTEGER NOT NULL DEFAULT 0,
      unread_count INTEGER NOT NULL DEFAULT 0,
      last_arrival INTEGER NOT NULL DEFAULT 0,
      sealed BLOB NOT NULL
    ) STRICT;
    CREATE TABLE message (
      sequence INTEGER PRIMARY KEY,
      conversation INTEGER NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
      id BLOB NOT NULL,
      sent_at INTEGER NOT NULL,
      is_unread INTEGER NOT NULL,
      is_due INTEGER NOT NULL,
      is_waiting INTEGER NOT NULL,
      sealed BLOB NOT NULL,
      UNIQUE (conversation, id)
    ) STRICT;
    CREATE INDEX message_order ON message (conversation, sent_at, sequence);
    CREATE INDEX message_unread ON message (conversation, sent_at, sequence) WHERE is_unread = 1;
    CREATE INDEX message_due ON message (conversation, sent_at, sequence) WHERE is_due = 1;
    CREATE INDEX message_waiting ON message (sent_at, sequence) WHERE is_waiting = 1;
    CREATE TABLE peer (
      sequence INTEGER PRIMARY KEY,
      fingerprint BLOB NOT NULL UNIQUE,
      is_authenticated INTEGER NOT NULL,
      sealed BLOB NOT NULL
    ) STRICT;
    CREATE INDEX peer_leaving ON peer (is_authenticated, sequence);
    CREATE TABLE setting (
      name TEXT PRIMARY KEY,
      sealed BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;
    """

  /// What the person decided about people (`RelationKind`), by keyed index value; up to when a conversation
  /// was emptied, as `sent_at` is written.
  private static let second = """
    CREATE TABLE relation (
      sequence INTEGER PRIMARY KEY,
      kind INTEGER NOT NULL,
      person BLOB NOT NULL,
      is_ours INTEGER NOT NULL,
      sealed BLOB NOT NULL,
      UNIQUE (kind, person)
    ) STRICT;
    CREATE INDEX relation_leaving ON relation (kind, sequence) WHERE is_ours = 0;
    ALTER TABLE conversation ADD COLUMN cleared_up_to INTEGER;
    """

  /// No contents, no lengths, no positions: marks and the rows they stand in.
  static let indexDeclaration = "marks, content = '', columnsize = 0, detail = none, tokenize = 'ascii'"

  /// The search index (`SearchIndex`), and the place of each message in it, none while it is not written in.
  /// `removals` counts the transactions that took something out of the index, `forgotten` how far it was
  /// written anew since.
  private static let third = """
    ALTER TABLE message ADD COLUMN place INTEGER;
    CREATE UNIQUE INDEX message_place ON message (place);
    CREATE VIRTUAL TABLE message_piece USING fts5 (\(indexDeclaration));
    CREATE TABLE index_state (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      removals INTEGER NOT NULL,
      forgotten INTEGER NOT NULL
    ) STRICT;
    INSERT INTO index_state (id, removals, forgotten) VALUES (1, 0, 0);
    """

  /// Which pieces the index holds (`SearchIndex.generation`).
  private static let fourth = "ALTER TABLE index_state ADD COLUMN generation INTEGER NOT NULL DEFAULT 1;"
}
