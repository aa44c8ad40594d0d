import Control
import StrictJSON
import Testing

@testable import tern

@Suite struct DiagnosticWordsTests {
  @Test func outcomesOfAPingAreSaidInWords() throws {
    let answered = try value(#"{"name":"bob","result":"answered","milliseconds":12,"hops":1}"#)
    #expect(DiagnosticWords.ping(answered) == .success("bob answered in 12 ms over 1 hop."))
    let unknown = try value(#"{"name":"bob","result":"answered","milliseconds":0,"hops":null}"#)
    #expect(DiagnosticWords.ping(unknown) == .success("bob answered in 0 ms."))
    for word in ["noReply", "notSent"] {
      guard case .failure = DiagnosticWords.ping(try value(#"{"name":"bob","result":"\#(word)"}"#)) else {
        Issue.record("\(word) passes for an answer")
        continue
      }
    }
  }

  @Test func aWayIsSaidFromUsOn() throws {
    let way = try value(
      #"{"name":"bob","address":"bb","hops":2,"way":[{"name":"ada","address":"aa"}]}"#)
    #expect(DiagnosticWords.trace(way) == .success("you → ada (aa) → bob (bb)  2 hops"))
    let none = try value(#"{"name":"bob","address":"bb","hops":null,"way":null}"#)
    #expect(DiagnosticWords.trace(none) == .failure(ControlProblem("No way to bob is known.")))
  }

  @Test func namesOfOthersAreMadeSafe() throws {
    let evil = try value(#"{"name":"b\u001b[2J\u202Eob","address":"bb","hops":1,"way":[]}"#)
    guard case .success(let words) = DiagnosticWords.trace(evil) else {
      Issue.record("no way")
      return
    }
    #expect(!words.unicodeScalars.contains { $0.value < 0x20 || $0 == "\u{202E}" }, "\(words)")
  }

  @Test func detailsNameThoseWhoAreInSight() throws {
    let person = try value(
      #"""
      {"name":"bob","address":"bb","fingerprint":"f0","links":["openedHere"],"way":["aa"],
      "neighbours":["aa","cc"],"session":"established","lastSeen":"2026-05-03T14:21:00.000Z"}
      """#)
    let lines = DiagnosticWords.details(of: person, among: [try value(#"{"name":"ada","address":"aa"}"#)])
    #expect(
      lines == [
        "    fingerprint  f0", "    links        opened here", "    through      ada",
        "    next to      ada, cc", "    session      encrypted", "    last heard   2026-05-03 14:21:00 UTC",
      ])
  }

  private func value(_ text: String) throws -> JSONValue { try JSONValue(parsing: Array(text.utf8)) }
}
