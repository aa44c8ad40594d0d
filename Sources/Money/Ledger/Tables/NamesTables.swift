extension Category: StoredRecord {
  /// Rows of CATEGORY_V1.
  public static let table = RecordTable<Category>(
    "CATEGORY_V1", id: "CATEGID",
    [
      .init("CATEGNAME", \.name),
      .init("ACTIVE", \.isActive),
      .init("PARENTID", \.parentID),
    ])
}

extension Payee: StoredRecord {
  /// Rows of PAYEE_V1.
  public static let table = RecordTable<Payee>(
    "PAYEE_V1", id: "PAYEEID",
    [
      .init("PAYEENAME", \.name),
      .init("CATEGID", \.categoryID),
      .init("NUMBER", \.number),
      .init("WEBSITE", \.website),
      .init("NOTES", \.notes),
      .init("ACTIVE", \.isActive),
      .init("PATTERN", \.pattern),
    ])
}

extension Tag: StoredRecord {
  /// Rows of TAG_V1.
  public static let table = RecordTable<Tag>(
    "TAG_V1", id: "TAGID",
    [
      .init("TAGNAME", \.name),
      .init("ACTIVE", \.isActive),
    ])
}

extension TagLink: StoredRecord {
  /// Rows of TAGLINK_V1.
  public static let table = RecordTable<TagLink>(
    "TAGLINK_V1", id: "TAGLINKID",
    [
      .init("REFTYPE", \.referenceType),
      .init("REFID", \.referenceID),
      .init("TAGID", \.tagID),
    ])
}

extension Attachment: StoredRecord {
  /// Rows of ATTACHMENT_V1.
  public static let table = RecordTable<Attachment>(
    "ATTACHMENT_V1", id: "ATTACHMENTID",
    [
      .init("REFTYPE", \.referenceType),
      .init("REFID", \.referenceID),
      .init("DESCRIPTION", \.text),
      .init("FILENAME", \.fileName),
    ])
}

extension CustomField: StoredRecord {
  /// Rows of CUSTOMFIELD_V1.
  public static let table = RecordTable<CustomField>(
    "CUSTOMFIELD_V1", id: "FIELDID",
    [
      .init("REFTYPE", \.referenceType),
      .init("DESCRIPTION", \.text),
      .init("TYPE", \.type),
      .init("PROPERTIES", \.properties),
    ])
}

extension CustomValue: StoredRecord {
  /// Rows of CUSTOMFIELDDATA_V1.
  public static let table = RecordTable<CustomValue>(
    "CUSTOMFIELDDATA_V1", id: "FIELDATADID",
    [
      .init("FIELDID", \.fieldID),
      .init("REFID", \.referenceID),
      .init("CONTENT", \.content),
    ])
}
