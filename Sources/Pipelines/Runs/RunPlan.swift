internal import FuelEconomy
internal import PickerKit
internal import Platform
internal import Writers

extension PipelineRun {
    /// Builds all that a run would build, in a temporary folder, and says what the run would do with it and why. Nothing is fetched
    /// or published, no hook is called, and nothing beside the bundle changes.
    ///
    /// - Returns: with the exit status that the run would have.
    public func plan() throws(RunFailure) -> Outcome {
        do {
            let feeds = try file.feeds(with: options.inputs)
            let place = try place()
            if let holder = RunLock.current(place) {
                throw RunError(.locked, at: place.target, "another run is writing this bundle: " + holder)
            }
            try place.requireBundle()
            let fetched = try FetchedFeeds(planned: feeds, at: place)
            var text = fetched.plan.isEmpty ? "" : RunPlan.line("fetch", fetched.plan)
            if fetched.isIncomplete {
                text += "what would come of it cannot be told before it is fetched\n"
                return Outcome(exitStatus: 0, summary: text + Self.end, findings: "")
            }
            let last = RunState.read(place.run)
            text += RunPlan.line("read", fetched.feeds.map { "\($0.name): \(Self.source($0, last))" })
            if let state = try unchanged(fetched, at: place) {
                text += RunSummary.unchanged(place.target, withdrawn: state.withdrawn)
                options.log?.planned(.unchanged, [], folder: place.target)
                return Outcome(exitStatus: 0, summary: text + Self.end, findings: "")
            }
            return try plan(fetched.feeds, place, text)
        } catch {
            throw RunFailure(error)
        }
    }

    private static let end = "dry run    nothing was fetched, published or changed\n"

    private func plan(_ feeds: [PipelineFile.Feed], _ place: BundlePlace, _ reading: String) throws -> Outcome {
        let folder = try Folder.makeTemporary("marque")
        Interruption.shielded { $0.folders = [folder] }
        defer {
            Interruption.shielded { unfinished in
                try? Folder.remove(folder)
                unfinished.folders = []
            }
        }
        let candidate = try RunCandidate(file, feeds, options, at: place, in: folder, progress: progress)
        let summary = RunSummary(content: candidate.content, files: candidate.files)
        let refusal = try candidate.refusal(by: file)
        var text = reading + summary.text
        if let warning = file.publishing.gates.warning(candidate.content, place) {
            text += RunPlan.line("warn", [warning.message])
        }
        let last = RunState.read(place.run)
        if refusal == nil, try RunState.isNothingNew(folder, at: place, after: last) {
            text += RunSummary.unchanged(place.target, withdrawn: last?.withdrawn)
            options.log?.planned(.unchanged, [], folder: place.target)
            return Outcome(exitStatus: 0, summary: text + Self.end, findings: summary.findings)
        }
        if let refusal {
            text += RunPlan.line("refuse", refusal.reasons + ["\(place.target) would stay as it is"])
        } else {
            text += RunPlan.line("publish", publishing(candidate, place))
        }
        let result = refusal == nil ? RunRecord.Result.published : .refused
        if let command = file.publishing.hooks.commands[result] {
            text += RunPlan.line("call", [command.joined(separator: " ")])
        }
        options.log?.planned(result, refusal?.reasons ?? [], folder: place.target)
        return Outcome(exitStatus: refusal?.exitStatus ?? 0, summary: text + Self.end, findings: summary.findings)
    }

    /// What is there now of a feed, and whether the last run has read the same.
    private static func source(_ feed: PipelineFile.Feed, _ last: RunState?) -> String {
        guard let path = feed.file, OpenFile.isRegular(path), let digest = try? SHA256(ofFile: path).hexadecimal else {
            return feed.file == "-" ? "standard input" : feed.file ?? ""
        }
        let before = last?.record?.inputs.first { $0.feed == feed.name }
        return path
            + (before == nil ? "" : before?.sha256 == digest ? ", as in the last run" : ", changed since the last run")
    }

    private func publishing(_ candidate: RunCandidate, _ place: BundlePlace) -> [String] {
        var lines = [
            "\(place.target): \(candidate.files.count) files, \(NumberText.grouped(candidate.files.map(\.size).reduce(0, +))) bytes"
        ]
        if let text = try? contents(of: candidate.folder + "/" + BundleFormat.changes), let json = try? JSON(text) {
            let counts = ["added", "removed", "returned", "renamed", "restated"].map { name in
                "\(NumberText.grouped(Int(json["counts"]?[name]?.number ?? 0))) \(name)"
            }
            lines.append(
                PublishedBundle.isThere(place.target)
                    ? "since the published one: " + counts.joined(separator: ", ") : "nothing is published there yet")
        }
        if let limit = file.publishing.versions {
            let versions = BundleVersions(place)
            if let bundle = try? PublishedBundle(candidate.folder) {
                let next = versions.next(bundle)
                let gone = BundleVersions.outdated(versions.all + [next], keeping: limit)
                lines.append("as version \(next)" + (gone.isEmpty ? "" : "; removing " + gone.joined(separator: ", ")))
            }
        }
        return lines
    }
}

private enum RunPlan {
    /// `would read  …`, a line an item.
    static func line(_ verb: String, _ items: [String]) -> String {
        "would " + verb + String(repeating: " ", count: 9 - verb.count)
            + items.joined(separator: "\n" + String(repeating: " ", count: 15)) + "\n"
    }
}
