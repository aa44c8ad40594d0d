/// What money was spent on or came from; a tree. A row of CATEGORY_V1; money 1.2.
public struct Category: Sendable, Hashable, Identifiable {
  /// The row's id.
  public var id: RecordID<Category>
  /// The name, unique without case below one parent.
  public var name = ""
  /// Whether it is offered for new rows.
  public var isActive = true
  /// The category above.
  public var parentID: RecordID<Category>?

  /// An empty row.
  public init(id: RecordID<Category>) { self.id = id }
}

/// Who paid or was paid. A row of PAYEE_V1; money 1.2.
public struct Payee: Sendable, Hashable, Identifiable {
  /// The row's id.
  public var id: RecordID<Payee>
  /// The name, unique without case.
  public var name = ""
  /// The category offered for new rows.
  public var categoryID: RecordID<Category>?
  /// A customer number, free text.
  public var number = ""
  /// A web address, free text.
  public var website = ""
  /// Notes.
  public var notes = ""
  /// Whether it is offered for new rows; NULL means it is.
  public var isActive = true
  /// A JSON object of texts that mean this payee in an import.
  public var pattern = ""

  /// An empty row.
  public init(id: RecordID<Payee>) { self.id = id }
}

/// A word that rows carry. A row of TAG_V1; money 1.2.
public struct Tag: Sendable, Hashable, Identifiable {
  /// The row's id.
  public var id: RecordID<Tag>
  /// The name, unique without case, no spaces.
  public var name = ""
  /// Whether it is offered for new rows.
  public var isActive = true

  /// An empty row.
  public init(id: RecordID<Tag>) { self.id = id }
}

/// A tag on one record. A row of TAGLINK_V1; money 1.2.
public struct TagLink: Sendable, Hashable, Identifiable {
  /// The row's id.
  public var id: RecordID<TagLink>
  /// What the tag hangs on.
  public var referenceType = Coded<ReferenceType>(.transaction)
  /// The id of the record, in the table `referenceType` names.
  public var referenceID: Int64 = 0
  /// The tag.
  public var tagID: RecordID<Tag>?

  /// An empty row.
  public init(id: RecordID<TagLink>) { self.id = id }
}

/// A file that belongs to a record. A row of ATTACHMENT_V1; money 1.2.
public struct Attachment: Sendable, Hashable, Identifiable {
  /// The row's id.
  public var id: RecordID<Attachment>
  /// What it belongs to.
  public var referenceType = Coded<ReferenceType>(.transaction)
  /// The id of the record, in the table `referenceType` names.
  public var referenceID: Int64 = 0
  /// What it is, free text.
  public var text = ""
  /// The file's name, from outside: never a path.
  public var fileName = ""

  /// An empty row.
  public init(id: RecordID<Attachment>) { self.id = id }
}

/// A field of the user's own. A row of CUSTOMFIELD_V1; money 1.2.
public struct CustomField: Sendable, Hashable, Identifiable {
  /// The row's id.
  public var id: RecordID<CustomField>
  /// Which records have it.
  public var referenceType = Coded<ReferenceType>(.transaction)
  /// What it is called.
  public var text = ""
  /// What it holds.
  public var type = Coded<FieldType>(.string)
  /// JSON: RegEx, Autocomplete, Default, Choice, DigitScale.
  public var properties = "{}"

  /// An empty row.
  public init(id: RecordID<CustomField>) { self.id = id }
}

/// What one record has in a field of the user's own. A row of CUSTOMFIELDDATA_V1; money 1.2.
public struct CustomValue: Sendable, Hashable, Identifiable {
  /// The row's id.
  public var id: RecordID<CustomValue>
  /// The field.
  public var fieldID: RecordID<CustomField>?
  /// A transaction's id, or a schedule's id with a minus.
  public var referenceID: Int64 = 0
  /// The text; several choices are joined by semicolons.
  public var content = ""

  /// An empty row.
  public init(id: RecordID<CustomValue>) { self.id = id }
}
