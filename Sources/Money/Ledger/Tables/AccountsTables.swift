extension Account: StoredRecord {
  /// Rows of ACCOUNTLIST_V1.
  public static let table = RecordTable<Account>(
    "ACCOUNTLIST_V1", id: "ACCOUNTID",
    [
      .init("ACCOUNTNAME", \.name),
      .init("ACCOUNTTYPE", \.type),
      .init("ACCOUNTNUM", \.number),
      .init("STATUS", \.status),
      .init("NOTES", \.notes),
      .init("HELDAT", \.heldAt),
      .init("WEBSITE", \.website),
      .init("CONTACTINFO", \.contact),
      .init("ACCESSINFO", \.access),
      .init("INITIALBAL", \.initialBalance),
      .init("INITIALDATE", \.initialDate),
      .init("FAVORITEACCT", \.isFavorite, usual: false, asWords: true),
      .init("CURRENCYID", \.currencyID),
      .init("STATEMENTLOCKED", \.isStatementLocked, usual: false),
      .init("STATEMENTDATE", \.statementDate),
      .init("MINIMUMBALANCE", \.minimumBalance),
      .init("CREDITLIMIT", \.creditLimit),
      .init("INTERESTRATE", \.interestRate),
      .init("PAYMENTDUEDATE", \.paymentDueDate),
      .init("MINIMUMPAYMENT", \.minimumPayment),
    ])
}

extension Currency: StoredRecord {
  /// Rows of CURRENCYFORMATS_V1.
  public static let table = RecordTable<Currency>(
    "CURRENCYFORMATS_V1", id: "CURRENCYID",
    [
      .init("CURRENCYNAME", \.name),
      .init("PFX_SYMBOL", \.prefix),
      .init("SFX_SYMBOL", \.suffix),
      .init("DECIMAL_POINT", \.decimalPoint),
      .init("GROUP_SEPARATOR", \.groupSeparator),
      .init("UNIT_NAME", \.unitName),
      .init("CENT_NAME", \.centName),
      .init("SCALE", \.scale),
      .init("BASECONVRATE", \.baseRate),
      .init("CURRENCY_SYMBOL", \.symbol),
      .init("CURRENCY_TYPE", \.type),
    ])
}

extension CurrencyRate: StoredRecord {
  /// Rows of CURRENCYHISTORY_V1.
  public static let table = RecordTable<CurrencyRate>(
    "CURRENCYHISTORY_V1", id: "CURRHISTID",
    [
      .init("CURRENCYID", \.currencyID),
      .init("CURRDATE", \.day),
      .init("CURRVALUE", \.rate),
      .init("CURRUPDTYPE", \.source),
    ])
}
