internal import CSQLite
package import FuelEconomy
internal import Platform

/// A SQLite database being written, by one thread.
@safe package final class SQLiteFile {
    private let path: String
    fileprivate private(set) var connection: OpaquePointer?
    /// What there is to do where it cannot be written.
    private let wayOut: String

    /// A new database, without a journal: what is not finished is thrown away.
    ///
    /// - Throws: a refusal that names the file and says what SQLite says.
    init(_ path: String) throws(RunError) {
        self.path = path
        wayOut = "see that the disk has room and the folder can be written to; the published bundle is as it was"
        try open()
        try execute(
            """
            PRAGMA page_size = 4096; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;
            PRAGMA temp_store = MEMORY; PRAGMA cache_size = -65536;
            """)
    }

    /// A database that is added to, transaction by transaction, and made where there is none.
    ///
    /// - Parameter patience: how long another process may have it, in milliseconds.
    package init(keeping path: String, patience: Int, wayOut: String) throws(RunError) {
        self.path = path
        self.wayOut = wayOut
        try open()
        unsafe sqlite3_busy_timeout(connection, Int32(patience))
        try execute("PRAGMA foreign_keys = ON;")
    }

    private func open() throws(RunError) {
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        let status = unsafe sqlite3_open_v2(path, &connection, flags, nil)
        try require(status == SQLITE_OK)
    }

    deinit { unsafe sqlite3_close_v2(connection) }

    package func execute(_ statements: String) throws(RunError) {
        let status = unsafe sqlite3_exec(connection, statements, nil, nil, nil)
        try require(status == SQLITE_OK)
    }

    /// Writes what is left, and lets go of the file.
    func close() throws(RunError) {
        let status = unsafe sqlite3_close(connection)
        try require(status == SQLITE_OK)
        unsafe connection = nil
    }

    /// The one number that a query gives; 0 where it gives none.
    package func integer(_ query: String) throws(RunError) -> Int {
        var statement: OpaquePointer?
        let prepared = unsafe sqlite3_prepare_v2(connection, query, -1, &statement, nil)
        try require(prepared == SQLITE_OK)
        defer { unsafe sqlite3_finalize(statement) }
        let status = unsafe sqlite3_step(statement)
        try require(status == SQLITE_ROW || status == SQLITE_DONE)
        return status == SQLITE_ROW ? unsafe Int(sqlite3_column_int64(statement, 0)) : 0
    }

    /// - Throws: a refusal; an input error where the file is damaged, or no database at all.
    fileprivate func require(_ isDone: Bool) throws(RunError) {
        if isDone { return }
        let code = unsafe sqlite3_errcode(connection)
        if code == SQLITE_FULL { throw Folder.fullDisk(path) }
        let isDamaged = code == SQLITE_CORRUPT || code == SQLITE_NOTADB
        throw RunError(
            isDamaged ? .input : .refused, at: path, unsafe String(cString: sqlite3_errmsg(connection)), wayOut: wayOut)
    }
}

/// A prepared statement that inserts a row at a time.
@safe package final class SQLiteInsertion {
    private let file: SQLiteFile
    private var statement: OpaquePointer?
    /// The next parameter, from 1.
    private var next: Int32 = 1

    /// - Parameter count: of columns.
    package init(into table: String, count: Int, of file: SQLiteFile) throws(RunError) {
        self.file = file
        let places = Array(repeating: "?", count: count).joined(separator: ",")
        let status = unsafe sqlite3_prepare_v2(
            file.connection, "INSERT INTO \(table) VALUES(\(places))", -1, &statement, nil)
        try file.require(status == SQLITE_OK)
    }

    deinit { unsafe sqlite3_finalize(statement) }

    package func add(_ number: Int) { unsafe sqlite3_bind_int64(statement, take(), Int64(number)) }

    /// Whole numbers are stored as such.
    package func add(_ number: Double) {
        if let whole = Int64(exactly: number) {
            unsafe sqlite3_bind_int64(statement, take(), whole)
        } else {
            unsafe sqlite3_bind_double(statement, take(), number)
        }
    }

    package func add(_ text: String) { add(Array(text.utf8)) }

    /// A text of UTF-8.
    func add(_ text: [UInt8]) {
        unsafe text.withUnsafeBytes { bytes in
            let copied = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
            // An empty array has no address, and without one SQLite would store nothing at all.
            let start = unsafe bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 1)!
            _ = unsafe sqlite3_bind_text(
                statement, take(), start.assumingMemoryBound(to: CChar.self), Int32(bytes.count), copied)
        }
    }

    /// The value that the row before has there.
    func addSame() { next += 1 }

    package func addNull() { unsafe sqlite3_bind_null(statement, take()) }

    package func insert() throws(RunError) {
        let status = unsafe sqlite3_step(statement)
        try file.require(status == SQLITE_DONE)
        unsafe sqlite3_reset(statement)
        next = 1
    }

    private func take() -> Int32 {
        defer { next += 1 }
        return next
    }
}
