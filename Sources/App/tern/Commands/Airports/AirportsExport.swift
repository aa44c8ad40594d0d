import Aviation

extension AirportsReading {
  /// `tern airports export`: airports by name, those along a route, or those that pass the filters, for other
  /// programs.
  func export() async throws -> Bool {
    let export = try await exported()
    switch request.format {
    case .csv: try output.text(AirportTable.text(export.rows))
    case .gpx: try output.text(GPXFile.text(export))
    case .geojson: try output.text(GeoJSONFile.text(export))
    }
    Console.say("\(export.rows.count) airports. \(AirportExport.statement)")
    return !export.rows.isEmpty
  }

  private func exported() async throws -> AirportExport {
    let source = sourceLine
    let idents = Self.idents(request.words)
    guard !idents.isEmpty else {
      let list = try await airports.airports(passing: request.filter, limit: request.limit ?? .max)
      let title = request.filter.hasActiveFilters ? request.filter.description : "Airports"
      return AirportExport(title: title, source: source, rows: list.airports.compactMap { ExportRow($0) })
    }
    guard request.isCorridor else {
      let rows = try idents.map { try airport($0) }.compactMap { ExportRow($0) }
      return AirportExport(
        title: idents.joined(separator: " – "), source: source, rows: rows, route: rows.map(\.ident))
    }
    let answer = try await airports.route(
      idents, corridorNM: request.corridorNM, filter: request.filter)
    guard !answer.points.isEmpty else {
      throw AirportError.airportNotFound(icao: idents.joined(separator: ", "))
    }
    let rows = AirportExport.rows(
      along: answer, kept: Array(answer.rowsAlongTrack.prefix(request.limit ?? .max)),
      points: try answer.points.map { try airport($0.ident) })
    return AirportExport(
      title: answer.points.map(\.ident).joined(separator: " – "), source: source, rows: rows,
      route: answer.points.map(\.ident))
  }
}
