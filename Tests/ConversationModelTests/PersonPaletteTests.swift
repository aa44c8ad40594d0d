import ConversationModel
import Foundation
import Testing

@Suite struct PersonPaletteTests {
  @Test func directColoursAreTheAgreedOnes() throws {
    let cases = try #require(try FixtureFiles.object("nostr/palette")["seed_colors"] as? [[String: Any]])
    var failures: [String] = []
    for example in cases {
      let seed = try #require(example["seed"] as? String)
      let hexadecimal = String(DJB2.hash(seed), radix: 16)
      if (example["djb2_hex"] as? String)?.hasSuffix(hexadecimal) != true {
        failures.append("hash of \(seed)")
      }
      for (name, isDark) in [("light", false), ("dark", true)] {
        let wanted = try #require(example[name] as? [String: Double])
        let colour = PersonHue.direct(seed, isDark: isDark)
        let pairs = [
          (colour.hue, example["hue"] as? Double), (colour.saturation, wanted["saturation"]),
          (colour.brightness, wanted["brightness"]),
        ]
        if !pairs.allSatisfy({ abs($0.0 - ($0.1 ?? .infinity)) < 1e-9 }) {
          failures.append("\(seed) \(name)")
        }
      }
    }
    #expect(failures.isEmpty, "\(failures)")
    print("VECTORS suite=palette-direct cases=\(cases.count)")
  }

  @Test func placesAreTheAgreedOnesAndSurvivorsKeepTheirs() throws {
    let cases = try #require(try FixtureFiles.object("nostr/palette")["assignments"] as? [[String: Any]])
    var failures: [String] = []
    for (index, example) in cases.enumerated() {
      var palette = PersonPalette()
      for (seeds, wanted) in [("seeds", "first"), ("then_seeds", "second")] {
        guard let people = example[seeds] as? [String: String] else { continue }
        palette.assign(people)
        let places = try #require(example[wanted] as? [String: [String: Double]])
        if palette.places.count != places.count { failures.append("\(index) \(wanted): count") }
        for (id, place) in places {
          let given = palette.places[id]
          if given?.slot != place["slot"].map({ Int($0) }) || given?.ring != place["ring"].map({ Int($0) })
            || abs((given?.hue ?? -1) - (place["hue"] ?? -2)) > 1e-9
          {
            failures.append("\(index) \(wanted) \(id): \(String(describing: given))")
          }
        }
      }
    }
    #expect(failures.isEmpty, "\(failures)")
    print("VECTORS suite=palette-places cases=\(cases.count)")
  }

  @Test func thereAreThirtyThreeHuesAndNoneNearOrange() {
    #expect(PersonPalette.hues.count == 33)
    #expect(PersonPalette.hues.allSatisfy { abs($0 - 30.0 / 360.0) >= 0.05 })
  }

  @Test func theSeedIsTheKeyThenTheAddressThenTheName() {
    #expect(PersonHue.seed(noiseKey: "AB", address: "cd", name: "Ada") == "noise:ab")
    #expect(PersonHue.seed(noiseKey: nil, address: "CD", name: "Ada") == "cd")
    #expect(PersonHue.seed(noiseKey: nil, address: nil, name: "Ada") == "ada")
  }
}
