extension InfoEntry: StoredRecord {
  /// Rows of INFOTABLE_V1.
  public static let table = RecordTable<InfoEntry>(
    "INFOTABLE_V1", id: "INFOID",
    [
      .init("INFONAME", \.name),
      .init("INFOVALUE", \.value),
    ])
}

extension SettingEntry: StoredRecord {
  /// Rows of SETTING_V1.
  public static let table = RecordTable<SettingEntry>(
    "SETTING_V1", id: "SETTINGID",
    [
      .init("SETTINGNAME", \.name),
      .init("SETTINGVALUE", \.value),
    ])
}

extension SavedReport: StoredRecord {
  /// Rows of REPORT_V1.
  public static let table = RecordTable<SavedReport>(
    "REPORT_V1", id: "REPORTID",
    [
      .init("REPORTNAME", \.name),
      .init("GROUPNAME", \.group),
      .init("ACTIVE", \.isActive),
      .init("SQLCONTENT", \.sql),
      .init("LUACONTENT", \.lua),
      .init("TEMPLATECONTENT", \.template),
      .init("DESCRIPTION", \.text),
    ])
}

extension UsageEntry: StoredRecord {
  /// Rows of USAGE_V1.
  public static let table = RecordTable<UsageEntry>(
    "USAGE_V1", id: "USAGEID",
    [
      .init("USAGEDATE", \.day),
      .init("JSONCONTENT", \.json),
    ])
}

extension BudgetPeriod: StoredRecord {
  /// Rows of BUDGETYEAR_V1.
  public static let table = RecordTable<BudgetPeriod>(
    "BUDGETYEAR_V1", id: "BUDGETYEARID",
    [
      .init("BUDGETYEARNAME", \.name)
    ])
}

extension BudgetEntry: StoredRecord {
  /// Rows of BUDGETTABLE_V1.
  public static let table = RecordTable<BudgetEntry>(
    "BUDGETTABLE_V1", id: "BUDGETENTRYID",
    [
      .init("BUDGETYEARID", \.periodID),
      .init("CATEGID", \.categoryID),
      .init("PERIOD", \.frequency),
      .init("AMOUNT", \.amount),
      .init("NOTES", \.notes),
      .init("ACTIVE", \.isActive),
    ])
}
