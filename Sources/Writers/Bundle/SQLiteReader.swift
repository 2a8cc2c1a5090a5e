internal import CSQLite
package import FuelEconomy

/// A SQLite database that is only read, by one thread.
@safe package final class SQLiteReader {
    private let path: String
    private var connection: OpaquePointer?
    private let wayOut: String

    /// - Parameters:
    ///   - isKept: whether it is one that programs add to: what a killed one has left half done is undone.
    ///   - wayOut: what there is to do where it is damaged.
    /// - Throws: an input error where the file is no database.
    package init(
        _ path: String, isKept: Bool = false, wayOut: String = "copy the bundle again, or run the pipeline again"
    ) throws(RunError) {
        self.path = path
        self.wayOut = wayOut
        let mode = isKept ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY
        let status = unsafe sqlite3_open_v2(path, &connection, mode | SQLITE_OPEN_NOMUTEX, nil)
        try require(status == SQLITE_OK)
    }

    deinit { unsafe sqlite3_close_v2(connection) }

    private func require(_ isDone: Bool) throws(RunError) {
        if isDone { return }
        throw RunError(
            .input, at: path, unsafe String(cString: sqlite3_errmsg(connection)),
            wayOut: wayOut)
    }

    /// Visits the rows of a query, in order.
    package func rows(_ query: String, _ visit: (SQLiteRow) throws -> Void) throws {
        var statement: OpaquePointer?
        let prepared = unsafe sqlite3_prepare_v2(connection, query, -1, &statement, nil)
        try require(prepared == SQLITE_OK)
        defer { unsafe sqlite3_finalize(statement) }
        let row = unsafe SQLiteRow(statement)
        while true {
            let status = unsafe sqlite3_step(statement)
            if status == SQLITE_DONE { return }
            try require(status == SQLITE_ROW)
            try visit(row)
        }
    }

    /// The one number that a query gives; 0 where it gives none.
    package func integer(_ query: String) throws -> Int {
        var number = 0
        try rows(query) { number = $0.integer(0) }
        return number
    }

    /// What SQLite itself finds wrong with the file.
    package func faults() throws -> [String] {
        var faults: [String] = []
        try rows("PRAGMA quick_check(5)") { row in
            if let text = row.text(0), text != "ok" { faults.append(text) }
        }
        return faults
    }
}

/// The row that a query is at; its cells are counted from 0.
@safe package struct SQLiteRow {
    private let statement: OpaquePointer?
    package let count: Int
    private let names: [String]

    fileprivate init(_ statement: OpaquePointer?) {
        unsafe self.statement = statement
        let count = unsafe Int(sqlite3_column_count(statement))
        self.count = count
        names = (0..<count).map { column in unsafe String(cString: sqlite3_column_name(statement, Int32(column))) }
    }

    package func name(_ column: Int) -> String { names[column] }

    private func type(_ column: Int) -> Int32 { unsafe sqlite3_column_type(statement, Int32(column)) }

    package func isNull(_ column: Int) -> Bool { type(column) == SQLITE_NULL }
    package func isNumber(_ column: Int) -> Bool { type(column) == SQLITE_INTEGER || type(column) == SQLITE_FLOAT }
    package func number(_ column: Int) -> Double { unsafe sqlite3_column_double(statement, Int32(column)) }

    /// The nearest whole number that there is, for a number of any size.
    package func integer(_ column: Int) -> Int { unsafe Int(sqlite3_column_int64(statement, Int32(column))) }

    /// A number's digits too; `nil` for no value.
    package func text(_ column: Int) -> String? {
        unsafe sqlite3_column_text(statement, Int32(column)).map { unsafe String(cString: $0) }
    }
}
