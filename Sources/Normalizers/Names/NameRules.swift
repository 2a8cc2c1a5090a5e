package import FuelEconomy

/// What deduping names may find.
package enum NameRules {
    package static let all =
        [spelling, wordOrder, legalForm, truncation, abbreviation, misspelling, makeInModel, yearInModel]
        + [unmatchedDecision, expiredDecision, contradictedDecision, decisionCycle, hiddenMake]

    private static let message = "{level} \"{other}\" and \"{name}\"{make}: {outcome}"

    package static let spelling = Rule(
        id: "near-duplicate-name", title: "One name in several spellings", severity: .notice, family: .names,
        message: "{level} {name} is spelled {spellings}: {outcome}",
        why:
            "Typed by hand over forty years, a name varies in case, spaces and punctuation; a picker would show each variant as "
            + "a car of its own.",
        source:
            "same letters, digits, \"+\", \"!\", \"#\" in the same order, where digits that a mark parts stay parted and a slash "
            + "makes a list; inches in whatever form",
        example: "\"Safari 2WD (passenger)\" in 35 rows of GMC and \"Safari 2WD (Passenger)\" in 6",
        fix: "nothing to do; names.json lists every spelling with its rows")

    package static let wordOrder = Rule(
        id: "word-order", title: "Names of the same words in another order", severity: .notice, family: .names,
        message: message,
        why: "\"AMG C63\" of one year and \"C63 AMG\" of another are one car, and its years would be torn apart.",
        source:
            "the same words, each as often; only proposed where a bare number stands behind another word, or where the order "
            + "differs inside a list with slashes",
        example: "\"AMG E63 4matic\" and \"E63 AMG 4matic\" of Mercedes-Benz",
        fix: "a wrong merge is undone by a never-merge line in a decision file; see marque names")

    package static let legalForm = Rule(
        id: "legal-form", title: "A make with and without its company's form", severity: .notice, family: .names,
        message: message,
        why: "\"Ruf Automobile Gmbh\" is the company that is filed as \"RUF Automobile\" in other years.",
        source:
            "equal but for words such as Inc, LLC, Ltd, GmbH at the end; only proposed where a trade word goes too, such as "
            + "Motors, Cars, Automotive",
        example: "\"RUF Automobile\" in 4 rows and \"Ruf Automobile Gmbh\" in 3",
        fix: "accept or forbid it with marque names")

    package static let truncation = Rule(
        id: "truncation", title: "A name that is cut off", severity: .notice, family: .names, message: message,
        why: "A column that is too narrow turns \"LAMBORGHINI\" into \"LAMBORGHIN\".",
        source: "one name begins with the other, which ends inside a word",
        example: "\"LAMBORGHIN\" in ADEME's list, whose makes are cut at ten characters",
        fix: "accept or forbid it with marque names")

    package static let abbreviation = Rule(
        id: "abbreviation", title: "A name and its abbreviation", severity: .notice, family: .names, message: message,
        why: "\"vw\" and \"volkswagen\" in one list are one maker; \"(wagon)\" and \"(station wagon)\" one body.",
        source:
            "models: equal once usual short forms are written out; makes: one is a short form of the other, and both have a "
            + "model in common",
        example: "\"505 Wagon\" and \"505 Station Wagon\" of Peugeot",
        fix: "accept or forbid it with marque names")

    package static let misspelling = Rule(
        id: "misspelling", title: "A slip of the keyboard in a name", severity: .notice, family: .names, message: message,
        why: "\"Testerossa\" is a Ferrari that nobody will find under that name.",
        source:
            "one word of five letters or more differs by one letter or by two neighbors swapped, not in its first letter, and "
            + "base model, engine, class or years speak for one car: the letters alone are no evidence",
        example: "\"Series I\" and \"Series 1\" of Evans; \"Ceed Sportswagen\" and \"Ceed Sportswagon\" of Kia",
        fix: "accept or forbid it with marque names; tell the publisher")

    package static let makeInModel = Rule(
        id: "make-in-model", title: "A model that repeats its make", severity: .notice, family: .names, message: message,
        why: "\"Ferrari F355\" under Ferrari stands apart from \"F355\", and sorts under F.",
        source: "the model begins with its make's words; merged where the rest is a model of the make, else proposed",
        example: "\"Panoz Roadster\" beside \"Roadster\" of Panoz",
        fix: "accept or forbid it with marque names")

    package static let yearInModel = Rule(
        id: "year-in-model", title: "A model that carries its model year", severity: .notice, family: .names,
        message: message,
        why: "\"XC40, MY22\" and \"XC40, MY21\" are one model of two years, and the year has a level of its own.",
        source: "the text names a model year, and all its rows are of that year; otherwise it is proposed",
        example: "\"E-Class Saloon Model Year 2020.5\" beside \"E-Class Saloon\" of Mercedes-Benz",
        fix: "nothing to do where it was merged; accept or forbid what is proposed with marque names")

    package static let unmatchedDecision = Rule(
        id: "decision-unmatched", title: "Decision about a name that is not there", severity: .warning, family: .names,
        message: "{place}: {act} found, but no {level} is called {missing}",
        why: "A decision that matches nothing any more hides that the feed has changed, or that the line has a slip.",
        example: "a line that renames \"Citroen\", after the agency has begun to write \"Citroën\"",
        fix: "correct the name, or remove the line")

    package static let expiredDecision = Rule(
        id: "decision-expired", title: "Decision that has expired", severity: .warning, family: .names,
        message: "{place}: {act} expired on {date}, the feed is of {today}; it was not applied",
        why: "Somebody wanted this decision to be looked at again by that day.",
        example: "accept … until: 2024-12-31, on a feed of 2025-10-28",
        fix: "look at it again, then give it a later date or remove it")

    package static let contradictedDecision = Rule(
        id: "decision-contradicted", title: "Decisions that contradict each other", severity: .warning, family: .names,
        message: "{place}: {act} contradicts {other}; {outcome}",
        why: "Two people decided differently, and one of them believes in vain that the decision holds.",
        example: "one file merges \"VW Vento\" and \"VW Jetta\", another says that they are never one",
        fix: "agree on one of them, and remove the other")

    package static let decisionCycle = Rule(
        id: "decision-cycle", title: "Renames that go round in a circle", severity: .warning, family: .names,
        message: "{place}: {act} leads back to itself by way of {way}; none of these was applied",
        why: "No name in the circle is the last one.",
        example: "\"Bora\" is renamed \"Jetta\", and \"Jetta\" \"Bora\"",
        fix: "remove one of the renames")

    package static let hiddenMake = Rule(
        id: "hidden-make", title: "Make that the pipeline hides", severity: .notice, family: .names,
        message: "make \"{make}\" is of tier \"{tier}\", {rows} rows filtered",
        why: "Importers and converters fill the list of makes with names that hardly anybody looks for.",
        source: "the tiers of the decision files, and dedupe.tiers of the pipeline file",
        example: "\"J.K. Motors\", an importer, sold the \"BMW 325i\" under its own name",
        fix: "nothing to do; with \"keep\" or \"group\" under dedupe.tiers the rows come back")
}
