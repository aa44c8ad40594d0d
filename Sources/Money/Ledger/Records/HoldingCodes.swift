/// The kind of an account, in the order of account lists. A name of the user's own reads as checking.
/// Source: money 1.2, 2.7.
public enum AccountType: StoredCode {
  case checking, creditCard, cash, loan, term, asset, shares, investment

  /// Checking.
  public static let fallback = AccountType.checking
  /// The word in the file.
  public var storedText: String {
    switch self {
    case .checking: "Checking"
    case .creditCard: "Credit Card"
    case .cash: "Cash"
    case .loan: "Loan"
    case .term: "Term"
    case .asset: "Asset"
    case .shares: "Shares"
    case .investment: "Investment"
    }
  }
}

/// Whether an account or asset is in use. Unknown text reads as open. Source: money 2.11.
public enum OpenStatus: StoredCode {
  case open, closed

  /// Open.
  public static let fallback = OpenStatus.open
  /// The word in the file.
  public var storedText: String {
    switch self {
    case .open: "Open"
    case .closed: "Closed"
    }
  }
}

/// Money of a state, or not. Unknown text reads as money of a state.
public enum CurrencyType: StoredCode {
  case fiat, crypto

  /// Money of a state.
  public static let fallback = CurrencyType.fiat
  /// The word in the file.
  public var storedText: String {
    switch self {
    case .fiat: "Fiat"
    case .crypto: "Crypto"
    }
  }
}

/// What an asset is. Unknown text reads as other.
public enum AssetType: StoredCode {
  case property, automobile, householdObject, art, jewellery, cash, other

  /// Other.
  public static let fallback = AssetType.other
  /// The word in the file.
  public var storedText: String {
    switch self {
    case .property: "Property"
    case .automobile: "Automobile"
    case .householdObject: "Household Object"
    case .art: "Art"
    case .jewellery: "Jewellery"
    case .cash: "Cash"
    case .other: "Other"
    }
  }
}

/// Whether an asset gains or loses value. Unknown text reads as neither.
public enum ValueChange: StoredCode {
  case none, appreciates, depreciates

  /// Neither.
  public static let fallback = ValueChange.none
  /// The word in the file.
  public var storedText: String {
    switch self {
    case .none: "None"
    case .appreciates: "Appreciates"
    case .depreciates: "Depreciates"
    }
  }
}

/// How an asset's value changes. Unknown text reads as percentage.
public enum ValueChangeMode: StoredCode {
  case percentage, linear

  /// Percentage.
  public static let fallback = ValueChangeMode.percentage
  /// The word in the file.
  public var storedText: String {
    switch self {
    case .percentage: "Percentage"
    case .linear: "Linear"
    }
  }
}

/// What a linked transaction belongs to.
public enum LinkType: StoredCode {
  case asset, stock, unknown

  /// Unknown.
  public static let fallback = LinkType.unknown
  /// The word in the file.
  public var storedText: String {
    switch self {
    case .asset: "Asset"
    case .stock: "Stock"
    case .unknown: ""
    }
  }
}

/// How often a budgeted amount comes. Unknown text reads as none. Source: money 4.
public enum BudgetFrequency: StoredCode {
  case none, weekly, fortnightly, monthly, everyTwoMonths, quarterly, halfYearly, yearly, daily

  /// None.
  public static let fallback = BudgetFrequency.none
  /// The word in the file.
  public var storedText: String {
    switch self {
    case .none: "None"
    case .weekly: "Weekly"
    case .fortnightly: "Fortnightly"
    case .monthly: "Monthly"
    case .everyTwoMonths: "Every 2 Months"
    case .quarterly: "Quarterly"
    case .halfYearly: "Half-Yearly"
    case .yearly: "Yearly"
    case .daily: "Daily"
    }
  }
  /// Words of older programs.
  public var alsoAccepted: [String] {
    switch self {
    case .fortnightly: ["Bi-Weekly"]
    case .everyTwoMonths: ["Bi-Monthly"]
    case .none, .weekly, .monthly, .quarterly, .halfYearly, .yearly, .daily: []
    }
  }
  /// How often in a year.
  public var timesPerYear: Int64 {
    switch self {
    case .none: 0
    case .weekly: 52
    case .fortnightly: 26
    case .monthly: 12
    case .everyTwoMonths: 6
    case .quarterly: 4
    case .halfYearly: 2
    case .yearly: 1
    case .daily: 365
    }
  }
}
