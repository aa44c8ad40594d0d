/// What is wrong with an entry that is to be saved. Source: money 5.3.
public enum EntryProblem: Sendable, Hashable {
  /// The type is not withdrawal, deposit or transfer.
  case typeMissing
  /// No account.
  case accountMissing
  /// A transfer without a target.
  case targetMissing
  /// A transfer to its own account.
  case targetIsSource
  /// No payee.
  case payeeMissing
  /// An amount below zero, or one that does not fit.
  case amountUnusable
  /// No category and no splits.
  case categoryMissing
  /// A category and splits.
  case categoryBesideSplits
  /// A single split.
  case oneSplitOnly
  /// A split without a category.
  case splitCategoryMissing
  /// Splits that do not add up to the amount; their sum.
  case splitSumDiffers(ExactDecimal)
}

extension Entry {
  /// All that keeps the entry from being saved, in the order of a form; empty when it may be.
  ///
  /// An amount of 0 is no problem, only worth a warning. Splits may be off by 0.000001 in size.
  public func problems<Parent>(splits: [Split<Parent>]) -> [EntryProblem] {
    var problems: [EntryProblem] = []
    if type.code == .unknown { problems.append(.typeMissing) }
    if accountID == nil { problems.append(.accountMissing) }
    if type.code == .transfer {
      if toAccountID == nil {
        problems.append(.targetMissing)
      } else if toAccountID == accountID {
        problems.append(.targetIsSource)
      }
    } else if payeeID == nil {
      problems.append(.payeeMissing)
    }
    if amount.decimal.isNegative || amount.decimal.isOutOfRange { problems.append(.amountUnusable) }
    return problems + splitProblems(splits)
  }

  private func splitProblems<Parent>(_ splits: [Split<Parent>]) -> [EntryProblem] {
    guard !splits.isEmpty else { return categoryID == nil ? [.categoryMissing] : [] }
    var problems: [EntryProblem] = []
    if categoryID != nil { problems.append(.categoryBesideSplits) }
    if splits.count == 1 { problems.append(.oneSplitOnly) }
    if splits.contains(where: { $0.categoryID == nil }) { problems.append(.splitCategoryMissing) }
    let sum = splits.map(\.amount.decimal).sum()
    if (sum.magnitude - amount.decimal).magnitude > ExactDecimal(mantissa: 1, scale: 6) {
      problems.append(.splitSumDiffers(sum))
    }
    return problems
  }
}
