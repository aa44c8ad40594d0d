/// Whether and how a row counts. Unknown text reads as none. Source: money 2.2.
public enum TransactionStatus: StoredCode {
  case none, reconciled, void, followUp, duplicate

  /// None.
  public static let fallback = TransactionStatus.none
  /// One letter, or nothing.
  public var storedText: String {
    switch self {
    case .none: ""
    case .reconciled: "R"
    case .void: "V"
    case .followUp: "F"
    case .duplicate: "D"
    }
  }
  /// The whole words.
  public var alsoAccepted: [String] {
    switch self {
    case .none: ["none", "unreconciled"]
    case .reconciled: ["reconciled"]
    case .void: ["void"]
    case .followUp: ["follow up"]
    case .duplicate: ["duplicate"]
    }
  }

  /// Without the list of all: rows are many.
  public static func written(_ text: String) -> TransactionStatus? {
    switch text {
    case "": TransactionStatus.none
    case "R": .reconciled
    case "V": .void
    case "F": .followUp
    case "D": .duplicate
    default: nil
    }
  }
}

/// Which way a row moves money. Unknown text moves nothing. Source: money 2.3, 2.11.
public enum TransactionType: StoredCode {
  case withdrawal, deposit, transfer, unknown

  /// Unknown.
  public static let fallback = TransactionType.unknown
  /// The word in the file.
  public var storedText: String {
    switch self {
    case .withdrawal: "Withdrawal"
    case .deposit: "Deposit"
    case .transfer: "Transfer"
    case .unknown: ""
    }
  }

  /// Without the list of all: rows are many.
  public static func written(_ text: String) -> TransactionType? {
    switch text {
    case "Withdrawal": .withdrawal
    case "Deposit": .deposit
    case "Transfer": .transfer
    case "": .unknown
    default: nil
    }
  }
}

/// What attachments, tags and custom fields hang on. Source: money 1.2.
public enum ReferenceType: StoredCode {
  case transaction, stock, asset, bankAccount, recurringTransaction, payee, transactionSplit
  case recurringTransactionSplit, unknown

  /// Unknown.
  public static let fallback = ReferenceType.unknown
  /// The word in the file.
  public var storedText: String {
    switch self {
    case .transaction: "Transaction"
    case .stock: "Stock"
    case .asset: "Asset"
    case .bankAccount: "BankAccount"
    case .recurringTransaction: "RecurringTransaction"
    case .payee: "Payee"
    case .transactionSplit: "TransactionSplit"
    case .recurringTransactionSplit: "RecurringTransactionSplit"
    case .unknown: ""
    }
  }
}

/// What a custom field holds. Unknown text reads as text. Source: money 1.2.
public enum FieldType: StoredCode {
  case string, integer, decimal, boolean, date, time, singleChoice, multiChoice

  /// Text.
  public static let fallback = FieldType.string
  /// The word in the file.
  public var storedText: String {
    switch self {
    case .string: "String"
    case .integer: "Integer"
    case .decimal: "Decimal"
    case .boolean: "Boolean"
    case .date: "Date"
    case .time: "Time"
    case .singleChoice: "SingleChoice"
    case .multiChoice: "MultiChoice"
    }
  }
}
