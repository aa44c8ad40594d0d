/// The categories of a new file, ids 1…67: each root, and after it what stands below. Source: money 1.3.
enum SeedCategories {
  /// Name and parent (-1 for roots) of each category; ids count from 1.
  static let rows: [(name: String, parent: Int64)] = {
    var rows: [(name: String, parent: Int64)] = []
    for line in text.split(separator: "\n") {
      let names = line.split(separator: "|").map(String.init)
      let root = Int64(rows.count + 1)
      for (index, name) in names.enumerated() { rows.append((name, index == 0 ? -1 : root)) }
    }
    return rows
  }()

  private static let text = """
    Bills|Telephone|Electricity|Gas|Internet|Rent|Cable TV|Water
    Food|Groceries|Dining out
    Leisure|Movies|Video Rental|Magazines
    Automobile|Maintenance|Gas|Parking|Registration
    Education|Books|Tuition|Others
    Homeneeds|Clothing|Furnishing|Others
    Healthcare|Health|Dental|Eyecare|Physician|Prescriptions
    Insurance|Auto|Life|Home|Health
    Vacation|Travel|Lodging|Sightseeing
    Taxes|Income Tax|House Tax|Water Tax|Others
    Miscellaneous
    Gifts
    Income|Salary|Reimbursement/Refunds|Investment Income
    Other Income
    Other Expenses
    Transfer
    Investment|Purchase|Sale|Dividend|Capital Gains|Brokerage Fees|Interest|Taxes|Split|Merger
    """
}
