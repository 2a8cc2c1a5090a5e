internal import FuelEconomy
func writeReportHTML(_ content: BundleContent, to output: BundleOutput) throws {
    try output.write(Array("<!doctype html>".utf8))
}
