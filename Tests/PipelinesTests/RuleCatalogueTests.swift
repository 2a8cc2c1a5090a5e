import FuelEconomy
import Testing

@testable import Pipelines

@Suite struct RuleCatalogueTests {
    @Test func hasEachRuleOnceAndExplainsIt() {
        #expect(Set(RuleCatalogue.ids).count == RuleCatalogue.ids.count)
        for id in RuleCatalogue.ids { #expect(RuleCatalogue.explanation(of: id)?.contains("why:") == true) }
        #expect(RuleCatalogue.explanation(of: "no-such-rule") == nil)
    }

    @Test func everyRuleSaysWhatItMust() {
        let rules = RuleCatalogue.all
        #expect(Set(rules.map(\.id)).count == rules.count)
        for rule in rules {
            #expect(!rule.title.isEmpty && !rule.why.isEmpty && !rule.fix.isEmpty && !rule.message.isEmpty, "\(rule.id)")
            #expect(!rule.example.isEmpty, "\(rule.id)")
            #expect(rule.id.allSatisfy { $0.isLowercase || $0 == "-" || $0.isNumber })
            if let limit = rule.limit {
                #expect(limit.value >= 0 && !limit.unit.isEmpty && !limit.meaning.isEmpty, "\(rule.id)")
            } else {
                #expect(!rule.message.contains("{limit}") && !(rule.source ?? "").contains("?"), "\(rule.id)")
            }
            #expect(!(rule.source ?? "").contains("{"), "\(rule.id)")
        }
        #expect(Set(rules.map(\.family)) == Set(Rule.Family.allCases), "no family is empty")
    }

    /// What a rule says of its limit is said of the one in force.
    @Test func saysTheLimitInForce() {
        for rule in RuleCatalogue.all where rule.limit != nil {
            let changed = rule.limited(by: [rule.id: 77])
            #expect(changed.limit?.value == 77 && rule.limited(by: ["other": 77]).limit?.value == rule.limit?.value)
            let texts = [changed.source ?? "", changed.text([])]
            #expect(texts.contains { $0.contains("77 " + rule.limit!.unit) }, "\(rule.id)")
        }
    }
}
