/// What cascading pickers choose from: rows below rows, to any depth, the last level's having ids.
///
/// ``PickerCatalog`` is the usual one, ``PickerShards`` loads a make at a time; an app may bring its own. A path is a list of
/// rows, one a level from the outermost on; see ``PickerCatalog``.
public protocol CascadingRows: Sendable {
    /// What the levels are called, the outermost first; at least one.
    var levelNames: [String] { get }
    /// How many rows the wheel below a path has; 0 below a path that leads nowhere.
    func count(below path: [Int]) -> Int
    /// What a row is called; `nil` where there is no such row.
    func title(_ row: Int, below path: [Int]) -> String?
    /// What stays of a row when its title changes; `nil` where nothing does.
    func key(_ row: Int, below path: [Int]) -> String?
    /// The row that a wheel starts at; `nil` where there is none.
    func defaultRow(below path: [Int]) -> Int?
    /// What the app acts on, at a path that names a row of every level.
    func id(at path: [Int]) -> String?
    /// The path to an id.
    func path(to id: String) -> [Int]?
}

extension CascadingRows {
    public func key(_ row: Int, below path: [Int]) -> String? { nil }
    public func defaultRow(below path: [Int]) -> Int? { count(below: path) > 0 ? 0 : nil }
}

extension PickerCatalog: CascadingRows {}
