/// A release as a comparison sees it: rows with ids, and columns of spellings. A feed's columns are its own; a bundle's are
/// its published facts.
package struct ComparedTable: Sendable {
    package struct Column: Sendable {
        /// What the column is called, the same in all releases.
        package var name: String
        package var spellings = SpellingTable()
        package var codes = CodeVector()
        /// Whether its values change all the time without the vehicle changing.
        package var isVolatile: Bool
        /// What a spelling means, in each way in which it is read. Two spellings of the same meanings say the same.
        package var meanings: @Sendable ([UInt8]) -> [CellValue]

        package init(name: String, isVolatile: Bool, meanings: @escaping @Sendable ([UInt8]) -> [CellValue]) {
            self.name = name
            self.isVolatile = isVolatile
            self.meanings = meanings
        }

        package func text(_ code: Int) -> String { String(decoding: spellings[code], as: UTF8.self) }
    }

    /// By row; of rows that are not among ``rows`` it means nothing.
    package var ids: [UInt64] = []
    /// The rows that have an id.
    package var rows: [UInt32] = []
    package var columns: [Column] = []
    /// The places of make, model and year among the columns; `nil` where none holds it alone.
    package var make, model, year: Int?

    package init() {}
}
