import ConversationModel
import Testing
import TransportPorts

@testable import WebInterface

/// What the sheet about a person says of the way there.
@Suite struct WayTests {
  @Test func answersSayWhatHappenedAndWhyNot() {
    let bob = DisplayName(name: "bob")
    let (otto, juno) = (DisplayName(name: "otto_k"), DisplayName(name: "juno", suffix: "#4471"))
    let cases: [(WayAnswer, String)] = [
      (.ping(.answered(milliseconds: 12, hops: 1), hasLinks: true), "bob answered in 12 ms over 1 hop."),
      (.ping(.answered(milliseconds: 340, hops: 3), hasLinks: true), "bob answered in 340 ms over 3 hops."),
      (
        .ping(.answered(milliseconds: 5, hops: nil), hasLinks: true),
        "bob answered in 5 ms; over how many hops is not known."
      ),
      (
        .ping(.noReply, hasLinks: true),
        "No answer within 10 seconds. bob may be out of reach. A device answers five pings in ten seconds "
          + "and leaves the others out."
      ),
      (
        .ping(.notSent, hasLinks: false),
        "Not asked: nobody is connected. Tern goes on looking by itself."
      ),
      (
        .ping(.notSent, hasLinks: true),
        "Not asked: too many pings wait for their answers. Try again in ten seconds."
      ),
      (.trace([]), "Direct: nobody is between you and bob."),
      (.trace([otto]), "You → otto_k → bob, 2 hops."),
      (.trace([otto, juno]), "You → otto_k → juno#4471 → bob, 3 hops."),
      (.trace(nil), "No way is known now. Devices say every half a minute whom they are next to."),
      (.refused("This is your own address."), "This is your own address."),
    ]
    for (answer, words) in cases { #expect(Self.words(answer.html(about: bob).string) == words) }
  }

  @Test func factsFollowWhatIsKnown() throws {
    let address = try #require(SampleScreens.address(1))
    func facts(_ peer: TransportPeer?) -> String {
      let screen = SampleScreens.screen([peer])
      let context = SampleScreens.context(.details(address))
      return Self.words(PersonReach.region(screen, context, address: address).html.string)
    }
    var near = try #require(SampleScreens.peer(1, "bob", session: .established))
    near.links = [.openedHere]
    #expect(
      facts(near)
        == "Reach|In range|Direct links|Local network, opened by you|Session|Encrypted|"
        + "Key|Proved in this session|Last heard|14:21|Address|\(address.text)")
    near.links = [.openedThere, .openedHere, .openedThere]
    #expect(facts(near).contains("|Local network, opened by you and 2 opened by them|"))
    let far = SampleScreens.peer(1, "bob", connected: false, hops: 3, session: .handshaking)
    #expect(
      facts(far).hasPrefix(
        "Reach|Through others, 3 hops|Direct links|None|Session|Being secured|"
          + "Key|Announced, not proved in a session yet|"))
    #expect(
      facts(nil) == "Reach|Out of reach|Address|\(address.text)")
  }

  @Test func namesInAnswersStayText() {
    let hostile = DisplayName(name: "<img src=x onerror=alert(1)>&\"'")
    for answer in [
      WayAnswer.ping(.answered(milliseconds: 1, hops: 1), hasLinks: true), .ping(.noReply, hasLinks: true),
      .trace([]), .trace([hostile]), .refused(hostile.name),
    ] {
      let html = answer.html(about: hostile).string
      #expect(!html.contains("<img") && !html.contains("&\"") && html.contains("&lt;img"))
    }
  }

  /// The text of some HTML: what stands in different cells of a list is parted by bars.
  static func words(_ html: String) -> String {
    var text = ""
    var tag = ""
    var isInside = false
    for character in html {
      switch character {
      case "<": (isInside, tag) = (true, "")
      case ">":
        isInside = false
        if tag == "/dt" || tag == "/dd" { text += "|" }
      case _ where isInside: tag.append(character)
      case "\u{A0}": text += " "
      default: text.append(character)
      }
    }
    return text.hasSuffix("|") ? String(text.dropLast()) : text
  }
}
