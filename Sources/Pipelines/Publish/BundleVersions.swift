internal import FuelEconomy
internal import PickerKit
internal import Platform

/// The last versions of a bundle, each in a folder that never changes, and the link that says which one is published.
///
///     out/epa                   → epa.versions/current
///     out/epa.versions/current  → 00017-2025-10-28-77c357f2fe0d3083
///     out/epa.versions/00016-2025-10-14-…
///
/// Publishing is one step: `current` is replaced by another link. Who reads many files follows `current` once, and then reads one
/// version, however long that takes.
struct BundleVersions {
    private let place: BundlePlace
    private static let current = "current"

    init(_ place: BundlePlace) { self.place = place }

    private var link: String { place.versions + "/" + Self.current }

    /// The version that is published; `nil` where none is, or the bundle is a folder.
    static func current(of place: BundlePlace) -> String? {
        let versions = BundleVersions(place)
        return versions.isLinked ? Folder.link(at: versions.link) : nil
    }

    /// Whether the bundle is a link to a version that is not there any more.
    static func isDangling(_ place: BundlePlace) -> Bool {
        BundleVersions(place).isLinked && !Folder.isFolder(place.target)
    }

    /// What `out/epa` leads to.
    static func destination(of bundle: String) -> String {
        (bundle.split(separator: "/").last ?? "") + BundlePlace.versionsSuffix + "/" + current
    }

    var isLinked: Bool { Folder.link(at: place.target) == Self.destination(of: place.target) }

    /// All that are there, the oldest first: numbers grow, whatever the clock says.
    var all: [String] { Folder.names(in: place.versions).filter { Self.number($0) != nil }.sorted(by: Self.isOlder) }

    private static func isOlder(_ a: String, _ b: String) -> Bool { (number(a) ?? 0, a) < (number(b) ?? 0, b) }

    private static func number(_ name: String) -> Int? {
        guard !name.contains("/"), let dash = name.firstIndex(of: "-"), name[..<dash].utf8.count < 10 else {
            return nil
        }
        return Int(name[..<dash])
    }

    /// The version that a person means: its name, or how it begins; without either the one before the current one.
    ///
    /// - Throws: a usage error that names those there are.
    func version(_ start: String?) throws(RunError) -> String {
        let current = Self.current(of: place)
        let names = all
        var found: [String]
        if let start {
            found = names.filter { $0 == start || Self.number($0) == Int(start) }
            if found.isEmpty { found = names.filter { $0.hasPrefix(start) } }
        } else {
            found = current.map { current in Array(names.filter { Self.isOlder($0, current) }.suffix(1)) } ?? []
        }
        guard found.count == 1 else {
            throw RunError(
                .usage, at: place.target,
                (start.map { "version \"\($0)\" found" } ?? "no version older than \"\(current ?? "")\"") + ", expected "
                    + (names.count > 1 ? "one of " : "") + names.map { "\"\($0)\"" }.joined(separator: ", ")
                    + (start.map { NearestName.hint($0, in: names) } ?? ""),
                wayOut: "name a version that is kept; publish.keep says how many are")
        }
        return found[0]
    }

    /// Names a version that is to be published now.
    ///
    /// A bundle that no versions were kept of until now becomes the one before.
    func next(_ bundle: PublishedBundle) -> String {
        let isTakenUp = !isLinked && PublishedBundle.isThere(place.target)
        return name(bundle, (all.last.flatMap(Self.number) ?? 0) + (isTakenUp ? 2 : 1))
    }

    private func name(_ bundle: PublishedBundle, _ number: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 5 - digits.count)) + digits + "-"
            + (bundle.release.date.map { $0 + "-" } ?? "") + (bundle.release.version ?? "")
    }

    /// Makes a folder the newest version, and publishes it.
    ///
    /// - Parameter name: as ``next(_:)`` gives it.
    func publish(_ folder: String, as name: String) throws(RunError) {
        try Folder.make(place.versions)
        try Folder.move(folder, to: place.versions + "/" + name)
        try Folder.sync(place.versions)
        try point(to: name)
    }

    /// Makes a version the published one.
    func point(to name: String) throws(RunError) {
        try Folder.link(link, to: name)
        try Folder.sync(place.versions)
        if isLinked { return }
        // The first time: what is there, of a run that kept no versions, becomes the one before.
        try Folder.link(place.staging, to: Self.destination(of: place.target))
        try Folder.exchange(place.staging, place.target)
        try Folder.sync(place.parent)
        if let old = try? PublishedBundle(place.staging) {
            let number = (Self.number(name) ?? 1) - 1
            try? Folder.move(place.staging, to: place.versions + "/" + self.name(old, number))
        }
    }

    /// Removes what a run has made a version and did not come to publish; what is no version's name is left alone.
    func drop(unpublished name: String) throws(RunError) {
        if name == Self.current(of: place) || !all.contains(name) { return }
        try Folder.remove(place.versions + "/" + name)
    }

    /// Those that are no longer kept once there are `versions`, the oldest first: all but the last so many. Of several with the
    /// same data, as reports of a source that was down are, the last counts; the one before the newest stays for who is reading it.
    static func outdated(_ versions: [String], keeping count: Int) -> [String] {
        var data: Set<Substring> = []
        var gone: [String] = []
        for (place, name) in versions.reversed().enumerated() {
            let isOther = data.insert(name.split(separator: "-").last ?? "").inserted
            if place >= min(count, 2), !isOther || data.count > count { gone.append(name) }
        }
        return gone.reversed()
    }

    /// Removes what is no longer kept, and never the published one.
    func prune(to count: Int) throws(RunError) {
        let current = Self.current(of: place)
        for name in Self.outdated(all, keeping: count) where name != current {
            // Half a version is none: it goes at once, and then its files.
            try Folder.remove(place.trash)
            try Folder.move(place.versions + "/" + name, to: place.trash)
            try Folder.remove(place.trash)
        }
    }
}
