/// What `tern airports --help` prints.
enum AirportsHelp {
  static let page = """
    Usage: tern airports COMMAND [options]

    Asks a database of airports on this machine, without a running node. The first is built from what set-up
    fetched, when it is first needed. Information only, not for navigation: check AIP, NOTAM and operator.

      info              what the database holds, of which day, and what it does not
      show ICAO         everything about one airport
      search TEXT       by identifier, name or town, the likeliest first
      near LAT,LON      the nearest ones, with distance and bearing; also near an identifier
                        (--count N, default 10; --radius NM)
      box SOUTH,WEST,NORTH,EAST
                        those between four edges; west may be greater than east, across 180°
      route A B C…      those along a route, in flying order (--corridor NM, default 50)
      filter            those that pass the filters below
      wind ICAO --wind 240/15G25
                        which runway, and what the wind is along and across each (--metar TEXT)
      metar TEXT        a weather report in words (- for standard input)
      notify ICAO       how much notice customs wants; also a text of an AIP's field 302
      export [A B C…]   these airports, a route's with --corridor, or those that pass the filters:
                        --format csv|gpx|geojson, --output FILE
      build             a new database from set-up's tables, or from --airports FILE --runways FILE…
                        (tables of OurAirports; --border FILE, --date DAY of the data); --download
                        fetches them first (--from ADDRESS, --authority FILE for a place of your own).
                        One with less than 80 % of the airports in use is refused without --smaller
      import            take over: --database FILE whole; --border FILE into the one that is used;
                        --notices, --personas, --rules FILE beside it

    Filters of search, near, box, route, filter and export; all that are given must hold:
      --country FR  --procedures  --ils  --rnav  --precision  --hard  --lighted  --open
      --min-runway FT  --max-runway FT  --entry  --avgas  --jet  --aip  --no-large
      --aip-field NAME [--aip-text TEXT]  --max-fee N  --max-notice HOURS
      --hotel vicinity|at-airport  --restaurant vicinity|at-airport

      --limit N, --all  at most so many airports (default 50), or every one
      --db FILE         read this database instead
      --everywhere      load every airport, also of countries that are left out otherwise
      --assets DIR      where set-up put its tables

    All but export take --json.

    """
}
