package import FuelEconomy

/// A class of evidence that two spellings mean one make or model. Each is a rule of its own.
package enum NameEvidence: String, CaseIterable, Sendable {
    case spelling
    case wordOrder = "word-order"
    case legalForm = "legal-form"
    case truncation
    case abbreviation
    case misspelling
    case makeInModel = "make-in-model"
    case yearInModel = "year-in-model"

    /// What is done where the evidence is whole. Evidence with a doubt is proposed at most.
    package var standardAction: NameAction {
        switch self {
        case .spelling, .wordOrder, .legalForm, .makeInModel, .yearInModel: .merge
        case .truncation, .abbreviation, .misspelling: .propose
        }
    }

    /// Whether a word tells cars apart, so that one that is cut short is not taken for it.
    package static func isTelling(_ word: String) -> Bool { NameWords.telling.contains(word.lowercased()) }

    package var rule: Rule {
        switch self {
        case .spelling: NameRules.spelling
        case .wordOrder: NameRules.wordOrder
        case .legalForm: NameRules.legalForm
        case .truncation: NameRules.truncation
        case .abbreviation: NameRules.abbreviation
        case .misspelling: NameRules.misspelling
        case .makeInModel: NameRules.makeInModel
        case .yearInModel: NameRules.yearInModel
        }
    }
}

/// What a class of evidence may do.
package enum NameAction: String, CaseIterable, Sendable {
    /// Names with whole evidence become one.
    case merge
    /// They are listed as proposals.
    case propose
    /// They are not looked for.
    case off
}

/// What each class of evidence may do in one pipeline.
package struct NamePolicy: Sendable {
    private var actions: [NameEvidence: NameAction]

    package subscript(evidence: NameEvidence) -> NameAction {
        get { actions[evidence] ?? evidence.standardAction }
        set { actions[evidence] = newValue }
    }

    /// Each class as it stands.
    package static let evidence = NamePolicy(actions: [:])
    /// Spellings of one key become one; nothing else is looked for.
    package static let spelling = NamePolicy(only: .spelling)
    /// Every spelling stays.
    package static let asFiled = NamePolicy(only: nil)

    private init(actions: [NameEvidence: NameAction]) { self.actions = actions }

    private init(only evidence: NameEvidence?) {
        actions = Dictionary(uniqueKeysWithValues: NameEvidence.allCases.map { ($0, $0 == evidence ? .merge : .off) })
    }
}
