extension Asset: StoredRecord {
  /// Rows of ASSETS_V1.
  public static let table = RecordTable<Asset>(
    "ASSETS_V1", id: "ASSETID",
    [
      .init("STARTDATE", \.startDay),
      .init("ASSETNAME", \.name),
      .init("ASSETSTATUS", \.status),
      .init("CURRENCYID", \.currencyID),
      .init("VALUECHANGEMODE", \.changeMode),
      .init("VALUE", \.value),
      .init("VALUECHANGE", \.change),
      .init("NOTES", \.notes),
      .init("VALUECHANGERATE", \.changeRate),
      .init("ASSETTYPE", \.type),
    ])
}

extension Stock: StoredRecord {
  /// Rows of STOCK_V1.
  public static let table = RecordTable<Stock>(
    "STOCK_V1", id: "STOCKID",
    [
      .init("HELDAT", \.accountID),
      .init("PURCHASEDATE", \.purchaseDay),
      .init("STOCKNAME", \.name),
      .init("SYMBOL", \.symbol),
      .init("NUMSHARES", \.shares),
      .init("PURCHASEPRICE", \.purchasePrice),
      .init("NOTES", \.notes),
      .init("CURRENTPRICE", \.currentPrice),
      .init("VALUE", \.purchaseValue),
      .init("COMMISSION", \.commission),
    ])
}

extension StockPrice: StoredRecord {
  /// Rows of STOCKHISTORY_V1.
  public static let table = RecordTable<StockPrice>(
    "STOCKHISTORY_V1", id: "HISTID",
    [
      .init("SYMBOL", \.symbol),
      .init("DATE", \.day),
      .init("VALUE", \.price),
      .init("UPDTYPE", \.source),
    ])
}

extension ShareTrade: StoredRecord {
  /// Rows of SHAREINFO_V1.
  public static let table = RecordTable<ShareTrade>(
    "SHAREINFO_V1", id: "SHAREINFOID",
    [
      .init("CHECKINGACCOUNTID", \.transactionID),
      .init("SHARENUMBER", \.shares),
      .init("SHAREPRICE", \.price),
      .init("SHARECOMMISSION", \.commission),
      .init("SHARELOT", \.lot),
    ])
}

extension RecordLink: StoredRecord {
  /// Rows of TRANSLINK_V1.
  public static let table = RecordTable<RecordLink>(
    "TRANSLINK_V1", id: "TRANSLINKID",
    [
      .init("CHECKINGACCOUNTID", \.transactionID),
      .init("LINKTYPE", \.type),
      .init("LINKRECORDID", \.recordID),
    ])
}
