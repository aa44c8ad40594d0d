/// The currencies of a new file, ids 1…168 in this order. Source: money 1.3.
enum SeedCurrencies {
  /// The columns of the lines, in their order.
  static let columns = [
    "CURRENCYNAME", "PFX_SYMBOL", "SFX_SYMBOL", "DECIMAL_POINT", "GROUP_SEPARATOR", "UNIT_NAME", "CENT_NAME",
    "SCALE", "CURRENCY_SYMBOL", "CURRENCY_TYPE",
  ]

  /// The fields of each currency, in the order of `columns`. Rates are 1.
  static let rows: [[String]] = text.split(separator: "\n").map { line in
    line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
  }

  private static let text = """
    US dollar|$||.|,|Dollar|Cent|100|USD|Fiat
    Euro|€||.| |||100|EUR|Fiat
    British pound|£||.| |Pound|Pence|100|GBP|Fiat
    Russian ruble||р|,| |руб.|коп.|100|RUB|Fiat
    Ukrainian hryvnia|₴||,| |||100|UAH|Fiat
    Afghan afghani|؋||.| ||pul|100|AFN|Fiat
    Albanian lek||L|.| |||1|ALL|Fiat
    Algerian dinar|دج||.| |||100|DZD|Fiat
    Angolan kwanza||Kz|.| ||Céntimo|100|AOA|Fiat
    East Caribbean dollar|EC$||.| |||100|XCD|Fiat
    Argentine peso|AR$||,|.||centavo|100|ARS|Fiat
    Armenian dram|||.| |||1|AMD|Fiat
    Aruban florin|ƒ||.| |||100|AWG|Fiat
    Australian dollar|$||.|,|||100|AUD|Fiat
    Azerbaijani manat|||.| |||100|AZN|Fiat
    Bahamian dollar|B$||.| |||100|BSD|Fiat
    Bahraini dinar|||.| |||100|BHD|Fiat
    Bangladeshi taka|||.| |||100|BDT|Fiat
    Barbadian dollar|Bds$||.| |||100|BBD|Fiat
    Belarusian ruble (2000-2016)|Br||,| |||1|BYR|Fiat
    Belize dollar|BZ$||.| |||100|BZD|Fiat
    West African CFA franc|CFA||.| |||100|XOF|Fiat
    Bermudan dollar|BD$||.| |||100|BMD|Fiat
    Bhutanese ngultrum|Nu.||.| |||100|BTN|Fiat
    Bolivian boliviano|Bs.||.| |||100|BOB|Fiat
    Bosnia-Herzegovina convertible mark|KM||,|.|||100|BAM|Fiat
    Botswanan pula|P||.| |||100|BWP|Fiat
    Brazilian real|R$||.| |||100|BRL|Fiat
    Brunei dollar|B$||.| |||100|BND|Fiat
    Bulgarian lev|||.| |||100|BGN|Fiat
    Burundian franc|FBu||.| |||1|BIF|Fiat
    Cambodian riel|||.| |||100|KHR|Fiat
    Central African CFA franc|CFA||.| |||1|XAF|Fiat
    Canadian dollar|$||.| |||100|CAD|Fiat
    Cape Verdean escudo|Esc||.| |||100|CVE|Fiat
    Cayman Islands dollar|KY$||.| |||100|KYD|Fiat
    Chilean peso|$||.| |||1|CLP|Fiat
    Chinese yuan|¥||.| |||100|CNY|Fiat
    Colombian peso|Col$||.| |||100|COP|Fiat
    Comorian franc|||.| |||1|KMF|Fiat
    Congolese franc|F||.| |||100|CDF|Fiat
    Costa Rican colón|₡||.| |||1|CRC|Fiat
    Croatian kuna|kn||.| |||100|HRK|Fiat
    Czech koruna|Kč||.| |||100|CZK|Fiat
    Danish krone|Kr||.| |||100|DKK|Fiat
    Djiboutian franc|Fdj||.| |||1|DJF|Fiat
    Dominican peso|RD$||.| |||100|DOP|Fiat
    Egyptian pound|£||.| |||100|EGP|Fiat
    Eritrean nakfa|Nfa||.| |||100|ERN|Fiat
    Ethiopian birr|Br||.| |||100|ETB|Fiat
    Falkland Islands pound|£||.| |||100|FKP|Fiat
    Fijian dollar|FJ$||.| |||100|FJD|Fiat
    CFP franc|F||.| |||100|XPF|Fiat
    Gambian dalasi|D||.| |||100|GMD|Fiat
    Georgian lari|||.| |||100|GEL|Fiat
    Ghanaian cedi|||.| |||100|GHS|Fiat
    Gibraltar pound|£||.| |||100|GIP|Fiat
    Guatemalan quetzal|Q||.| |||100|GTQ|Fiat
    Guinean franc|FG||.| |||1|GNF|Fiat
    Guyanaese dollar|GY$||.| |||100|GYD|Fiat
    Haitian gourde|G||.| |||100|HTG|Fiat
    Honduran lempira|L||.| |||100|HNL|Fiat
    Hong Kong dollar|HK$||.| |||100|HKD|Fiat
    Hungarian forint||Ft|.| |||1|HUF|Fiat
    Icelandic króna|kr||.| |||1|ISK|Fiat
    Indian rupee|₹||.| |||100|INR|Fiat
    Indonesian rupiah|Rp||.| |||1|IDR|Fiat
    Special drawing rights|SDR||.| |||100|XDR|Fiat
    Iranian rial|||.| |||1|IRR|Fiat
    Iraqi dinar|||.| |||1|IQD|Fiat
    Israeli new shekel|₪||.| |||100|ILS|Fiat
    Jamaican dollar|J$||.| |||100|JMD|Fiat
    Japanese yen|¥||.| |||1|JPY|Fiat
    Jordanian dinar|||.| |||100|JOD|Fiat
    Kazakhstani tenge|T||.| |||100|KZT|Fiat
    Kenyan shilling|KSh||.| |||100|KES|Fiat
    North Korean won|W||.| |||100|KPW|Fiat
    South Korean won|W||.| |||1|KRW|Fiat
    Kuwaiti dinar|||.| |||100|KWD|Fiat
    Kyrgystani som|||.| |||100|KGS|Fiat
    Laotian kip|KN||.| |||100|LAK|Fiat
    Latvian lats|Ls||.| |||100|LVL|Fiat
    Lebanese pound|||.| |||1|LBP|Fiat
    Lesotho loti|M||.| |||100|LSL|Fiat
    Liberian dollar|L$||.| |||100|LRD|Fiat
    Libyan dinar|LD||.| |||100|LYD|Fiat
    Lithuanian litas|Lt||.| |||100|LTL|Fiat
    Macanese pataca|P||.| |||100|MOP|Fiat
    Macedonian denar|||.| |||100|MKD|Fiat
    Malagasy ariary|FMG||.| |||100|MGA|Fiat
    Malawian kwacha|MK||.| |||1|MWK|Fiat
    Malaysian ringgit|RM||.| |||100|MYR|Fiat
    Maldivian rufiyaa|Rf||.| |||100|MVR|Fiat
    Mauritanian ouguiya (1973-2017)|UM||.| |||100|MRO|Fiat
    Mauritian rupee|Rs||.| |||1|MUR|Fiat
    Mexican peso|$||.| |||100|MXN|Fiat
    Moldovan leu|||.| |||100|MDL|Fiat
    Mongolian tugrik|₮||.| |||100|MNT|Fiat
    Moroccan dirham|||.| |||100|MAD|Fiat
    Myanmar kyat|K||.| |||1|MMK|Fiat
    Namibian dollar|N$||.| |||100|NAD|Fiat
    Nepalese rupee|NRs||.| |||100|NPR|Fiat
    Netherlands Antillean guilder|NAƒ||.| |||100|ANG|Fiat
    New Zealand dollar|NZ$||.| |||100|NZD|Fiat
    Nicaraguan córdoba|C$||.| |||100|NIO|Fiat
    Nigerian naira|₦||.| |||100|NGN|Fiat
    Norwegian krone|kr||.| |||100|NOK|Fiat
    Omani rial|||.| |||100|OMR|Fiat
    Pakistani rupee|Rs.||.| |||1|PKR|Fiat
    Panamanian balboa|B./||.| |||100|PAB|Fiat
    Papua New Guinean kina|K||.| |||100|PGK|Fiat
    Paraguayan guarani|||.| |||1|PYG|Fiat
    Peruvian sol|S/.||.| |||100|PEN|Fiat
    Philippine peso|₱||.| |||100|PHP|Fiat
    Polish zloty||zł|,|.|złoty|grosz|100|PLN|Fiat
    Qatari riyal|QR||.| |||100|QAR|Fiat
    Romanian leu|L||.| |||100|RON|Fiat
    Rwandan franc|RF||.| |||1|RWF|Fiat
    São Tomé & Príncipe dobra (1977-2017)|Db||.| |||100|STD|Fiat
    Saudi riyal|SR||.| |||100|SAR|Fiat
    Serbian dinar|din.||.| |||1|RSD|Fiat
    Seychellois rupee|SR||.| |||100|SCR|Fiat
    Sierra Leonean leone (1964-2022)|Le||.| |||100|SLL|Fiat
    Singapore dollar|S$||.| |||100|SGD|Fiat
    Solomon Islands dollar|SI$||.| |||100|SBD|Fiat
    Somali shilling|Sh.||.| |||1|SOS|Fiat
    South African rand|R||.| |||100|ZAR|Fiat
    Sri Lankan rupee|Rs||.| |||100|LKR|Fiat
    St. Helena pound|£||.| |||100|SHP|Fiat
    Sudanese pound|||.| |||100|SDG|Fiat
    Surinamese dollar|$||.| |||100|SRD|Fiat
    Swazi lilangeni|E||.| |||100|SZL|Fiat
    Swedish krona|kr||.| |||100|SEK|Fiat
    Swiss franc|Fr.||.| |||100|CHF|Fiat
    Syrian pound|||.| |||1|SYP|Fiat
    New Taiwan dollar|NT$||.| |||100|TWD|Fiat
    Tajikistani somoni|||.| |||100|TJS|Fiat
    Tanzanian shilling|||.| |||1|TZS|Fiat
    Thai baht|฿||.| |||100|THB|Fiat
    Trinidad & Tobago dollar|TT$||.| |||100|TTD|Fiat
    Tunisian dinar|DT||.| |||100|TND|Fiat
    Turkish lira|₺||.| |||100|TRY|Fiat
    Turkmenistani manat|m||.| |||100|TMT|Fiat
    Ugandan shilling|USh||.| |||1|UGX|Fiat
    UAE dirham|||.| |||100|AED|Fiat
    Uruguayan peso|$U||.| |||100|UYU|Fiat
    Uzbekistani som|||.| |||1|UZS|Fiat
    Vanuatu vatu|VT||.| |||100|VUV|Fiat
    Vietnamese dong|₫||.| |||1|VND|Fiat
    Samoan tala|WS$||.| |||100|WST|Fiat
    Yemeni rial|||.| |||1|YER|Fiat
    Venezuelan bolívar (2008-2018)|Bs.||.|,|bolívar|céntimos|100|VEF|Fiat
    Bitcoin|Ƀ||.|,|||100000000|BTC|Crypto
    Belarusian ruble|BYN||.|,|||100|BYN|Fiat
    Cuban convertible peso|$||.|,|||100|CUC|Fiat
    Cuban peso|$||.|,|||100|CUP|Fiat
    Mauritanian ouguiya|MRU||.|,|||100|MRU|Fiat
    Mozambican metical|MZN||.|,|||100|MZN|Fiat
    Sierra Leonean leone|SLE||.|,|||100|SLE|Fiat
    South Sudanese pound|£||.|,|||100|SSP|Fiat
    São Tomé & Príncipe dobra|Db||.|,|||100|STN|Fiat
    Salvadoran colón|SVC||.|,|||100|SVC|Fiat
    Tongan paʻanga|T$||.|,|||100|TOP|Fiat
    Uruguayan nominal wage index unit|UYW||.|,|||10000|UYW|Fiat
    Bolívar soberano|VED||.|,|||100|VED|Fiat
    Venezuelan bolívar|VES||.|,|||100|VES|Fiat
    Zambian kwacha|ZK||.|,|||100|ZMW|Fiat
    Zimbabwean dollar (2009)|ZWL||.|,|||100|ZWL|Fiat
    """
}
