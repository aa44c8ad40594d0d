CREATE INDEX message_due ON message (conversation, sent_at, sequence) WHERE is_due = 1;
CREATE INDEX message_order ON message (conversation, sent_at, sequence);
CREATE UNIQUE INDEX message_place ON message (place);
CREATE INDEX message_unread ON message (conversation, sent_at, sequence) WHERE is_unread = 1;
CREATE INDEX message_waiting ON message (sent_at, sequence) WHERE is_waiting = 1;
CREATE INDEX peer_leaving ON peer (is_authenticated, sequence);
CREATE INDEX relation_leaving ON relation (kind, sequence) WHERE is_ours = 0;
CREATE TABLE conversation (
  id INTEGER PRIMARY KEY,
  key BLOB NOT NULL UNIQUE,
  is_private INTEGER NOT NULL,
  message_count INTEGER NOT NULL DEFAULT 0,
  unread_count INTEGER NOT NULL DEFAULT 0,
  last_arrival INTEGER NOT NULL DEFAULT 0,
  sealed BLOB NOT NULL
, cleared_up_to INTEGER) STRICT;
CREATE TABLE index_state (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  removals INTEGER NOT NULL,
  forgotten INTEGER NOT NULL
, generation INTEGER NOT NULL DEFAULT 1) STRICT;
CREATE TABLE key_check (
  id INTEGER PRIMARY KEY CHECK (id = 1),
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
  sealed BLOB NOT NULL, place INTEGER,
  UNIQUE (conversation, id)
) STRICT;
CREATE VIRTUAL TABLE message_piece USING fts5 (marks, content = '', columnsize = 0, detail = none, tokenize = 'ascii');
CREATE TABLE 'message_piece_config'(k PRIMARY KEY, v) WITHOUT ROWID;
CREATE TABLE 'message_piece_data'(id INTEGER PRIMARY KEY, block BLOB);
CREATE TABLE 'message_piece_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;
CREATE TABLE peer (
  sequence INTEGER PRIMARY KEY,
  fingerprint BLOB NOT NULL UNIQUE,
  is_authenticated INTEGER NOT NULL,
  sealed BLOB NOT NULL
) STRICT;
CREATE TABLE relation (
  sequence INTEGER PRIMARY KEY,
  kind INTEGER NOT NULL,
  person BLOB NOT NULL,
  is_ours INTEGER NOT NULL,
  sealed BLOB NOT NULL,
  UNIQUE (kind, person)
) STRICT;
CREATE TABLE setting (
  name TEXT PRIMARY KEY,
  sealed BLOB NOT NULL
) STRICT, WITHOUT ROWID;
