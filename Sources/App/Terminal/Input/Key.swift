/// What a person did at the keyboard.
enum Key: Sendable, Hashable {
  /// Something was typed: one scalar, never a control character.
  case text(String)
  /// Something was pasted, with its line breaks as `\n`; not cleaned yet.
  case paste(String)
  case enter
  case tab
  case backTab
  case backspace
  case delete
  case left
  case right
  case up
  case down
  case home
  case end
  case pageUp
  case pageDown
  case wordLeft
  case wordRight
  /// Alt with the arrow, or Control with it.
  case otherUp
  case otherDown
  case escape
  /// Control and a letter, lower case.
  case control(Character)
  /// Alt and a character.
  case alt(Character)
  /// The terminal got or lost the focus.
  case focus(Bool)
}
