# Writes the base map as compact JSON to standard output, out of the Natural Earth data in Debian's package
# r-cran-rnaturalearthdata (public domain): the countries of the world at 1:50m.
#
#   Rscript --vanilla Scripts/base-map.R
#
# A country is its ISO code and its rings, holes among them: [longitude, latitude, and then steps to the next
# point, ...] in thousandths of a degree. Web/map.js and Scripts/base-map-of-shapes say the same.
data <- new.env()
folder <- system.file("data", package = "rnaturalearthdata")
if (folder == "") stop("The package rnaturalearthdata is not installed.")
invisible(lazyLoad(file.path(folder, "Rdata"), envir = data))
countries <- data$countries50
codes <- attr(countries, "data")$iso_a2
shapes <- attr(countries, "polygons")

ring <- function(polygon) {
  points <- round(attr(polygon, "coords") * 1000)
  moved <- c(TRUE, rowSums(abs(diff(points))) > 0)
  points <- points[moved, , drop = FALSE]
  if (nrow(points) < 4) return(NULL)
  steps <- rbind(points[1, ], diff(points))
  paste0("[", paste(format(as.vector(t(steps)), scientific = FALSE, trim = TRUE), collapse = ","), "]")
}

lines <- vapply(seq_along(shapes), function(index) {
  code <- codes[index]
  if (is.na(code) || !grepl("^[A-Z]{2}$", code)) code <- ""
  rings <- Filter(Negate(is.null), lapply(attr(shapes[[index]], "Polygons"), ring))
  paste0("[\"", code, "\",", paste(rings, collapse = ","), "]")
}, "")

cat(
  "{\"format\":1,\"scale\":\"1:50m\",",
  "\"source\":\"Natural Earth 1:50m, public domain\",\"unit\":1000,\n\"countries\":[\n",
  paste(lines, collapse = ",\n"), "\n]}\n", sep = "")
