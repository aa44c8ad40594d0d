import Text

/// Countries by the English names that border lists use, for those in and around Europe.
enum CountryNames {
  /// The two-letter code of a name or a code; nil for what is not known.
  static func code(_ text: String) -> String? {
    if text.utf8.count == 2, text.utf8.allSatisfy({ (0x41...0x5A).contains($0 & 0xDF) }) {
      return text.uppercased()
    }
    return codes[Text.folded(text)]
  }

  private static let codes: [String: String] = {
    var codes: [String: String] = [:]
    for line in table.split(separator: "\n") {
      let parts = line.split(separator: " ", maxSplits: 1)
      for name in parts[1].split(separator: "|") { codes[Text.folded(String(name))] = String(parts[0]) }
    }
    return codes
  }()

  private static let table = """
    AL Albania
    AD Andorra
    AT Austria
    BE Belgium
    BA Bosnia and Herzegovina|Bosnia
    BG Bulgaria
    BY Belarus
    CH Switzerland
    CY Cyprus
    CZ Czech Republic|Czechia
    DE Germany
    DK Denmark
    EE Estonia
    ES Spain
    FI Finland
    FO Faroe Islands
    FR France
    GB United Kingdom|Great Britain|UK|England|Scotland|Wales|Northern Ireland
    GG Guernsey
    GI Gibraltar
    GR Greece
    HR Croatia
    HU Hungary
    IE Ireland
    IM Isle of Man
    IS Iceland
    IT Italy
    JE Jersey
    LI Liechtenstein
    LT Lithuania
    LU Luxembourg|Luxemburg
    LV Latvia
    MA Morocco
    MC Monaco
    MD Moldova
    ME Montenegro
    MK North Macedonia|Macedonia
    MT Malta
    NL Netherlands|The Netherlands|Holland
    NO Norway
    PL Poland
    PT Portugal
    RO Romania
    RS Serbia
    RU Russia|Russian Federation
    SE Sweden
    SI Slovenia
    SK Slovakia|Slovak Republic
    TN Tunisia
    TR Turkey|Türkiye|Turkiye
    UA Ukraine
    XK Kosovo
    """
}
