import FuelEconomy
import Support
import Testing

@testable import Writers

@Suite struct SQLiteFileTests {
    private let folder = TemporaryFolder()

    @Test func saysWhyAFileCannotBeWritten() throws {
        let path = folder.path + "/none/catalog.sqlite"
        let error = #expect(throws: RunError.self) { try SQLiteFile(path) }
        #expect(
            error?.text.hasPrefix("\(path): error: unable to open database file\n  fix: see that the disk has room") == true)
    }

    @Test func saysWhatIsWrongWithAStatement() throws {
        let path = folder.path + "/catalog.sqlite"
        let file = try SQLiteFile(path)
        let error = #expect(throws: RunError.self) { try SQLiteInsertion(into: "none", count: 1, of: file) }
        #expect(error?.text.hasPrefix("\(path): error: no such table: none") == true)
    }

    /// An empty text is not the same as none.
    @Test func keepsEmptyTextsAndWhatTheRowBeforeHad() throws {
        let path = folder.path + "/catalog.sqlite"
        let file = try SQLiteFile(path)
        try file.execute("CREATE TABLE t(a, b, c)")
        do {
            let rows = try SQLiteInsertion(into: "t", count: 3, of: file)
            rows.add("")
            rows.add(1.5)
            rows.addNull()
            try rows.insert()
            rows.addSame()
            rows.add(2.0)
            rows.addSame()
            try rows.insert()
        }
        try file.close()
        guard Project.hasPython else { return }
        let script = "import sqlite3, sys; print(sqlite3.connect(sys.argv[1]).execute('SELECT * FROM t').fetchall())"
        #expect(try run("python3", ["-c", script, path]).output == "[('', 1.5, None), ('', 2, None)]\n")
    }
}
